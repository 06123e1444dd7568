import { expect } from 'chai';
import { unrestrictedPrincipal } from '../../../domain/access/access-policy.js';
import { type ChangePosition, canSeeChange } from '../../../domain/access/change-visibility.js';
import { openKindNames } from '../../../domain/catalog/kinds.js';
import { auditedObjects, changedObjects, type HistoryObject } from '../../../domain/changes/change.js';
import { cursorAt, cursorOf, isCursorOf, readCursor } from '../../../domain/changes/cursor.js';
import { retryDelayAfter } from '../../../domain/changes/retry.js';

describe('the visibility of a change', () => {
  const yes = new Map([[5, 1 as const]]);
  const no = new Map([[6, 3 as const]]);
  const principal = { unrestricted: false, groups: [5], inventory: 'read' } as const;
  const everywhere: ChangePosition = { sectionPermissions: yes, subnetPermissions: yes };
  const isVisible = (object: HistoryObject, place: ChangePosition) =>
    canSeeChange({ principal, isAdministrator: false }, object, place);

  it('follows from the permissions of section and subnet', () => {
    const maps = [yes, no, null, undefined];
    for (const sectionPermissions of maps) {
      for (const subnetPermissions of maps) {
        const place = { sectionPermissions, subnetPermissions };
        const sees = sectionPermissions === yes && subnetPermissions === yes;
        expect(changedObjects.map((object) => isVisible(object, place))).to.deep.equal([sectionPermissions === yes, sees, sees]);
      }
    }
  });

  it('includes all users for records outside of sections, and only administrators for administration records', () => {
    const nowhere = { sectionPermissions: undefined, subnetPermissions: undefined };
    for (const kind of openKindNames) expect(isVisible(kind, nowhere), kind).to.equal(true);
    for (const object of auditedObjects) {
      expect(isVisible(object, everywhere), object).to.equal(false);
      const free = { principal: unrestrictedPrincipal, isAdministrator: false };
      expect(canSeeChange(free, object, everywhere), object).to.equal(false);
      expect(canSeeChange({ ...free, isAdministrator: true }, object, nowhere), object).to.equal(true);
    }
  });
});

describe('a cursor', () => {
  const entry = { position: 123456, object: 'address', objectId: 7, at: '2024-05-06 07:08:09' } as const;

  it('points behind its entry, and does not match another entry with the same position', () => {
    const cursor = readCursor(cursorOf(entry));
    if (!cursor) throw new Error('it cannot be read');
    expect(cursor.position).to.equal(123456);
    expect(isCursorOf(cursor, entry)).to.equal(true);
    expect(isCursorOf(cursor, { ...entry, objectId: 8 })).to.equal(false);
    expect(isCursorOf(cursor, { ...entry, at: '2024-05-06 07:08:10' })).to.equal(false);
    expect(readCursor(cursorAt(42))).to.deep.equal({ position: 42, mark: undefined });
  });

  it('is not read from other texts', () => {
    for (const text of ['', ' 1', 'A', '-1', '1.', '1.2.3', '1.a b', 'z'.repeat(12), '1é'])
      expect(readCursor(text), text).to.equal(undefined);
  });
});

describe('the retry delay', () => {
  it('doubles from a second to 15 minutes, with a random reduction of up to half', () => {
    expect([1, 2, 3, 11, 1000].map((failures) => retryDelayAfter(failures, 0))).to.deep.equal([
      1000, 2000, 4000, 900_000, 900_000,
    ]);
    expect(retryDelayAfter(3, 1)).to.equal(2000);
  });
});
