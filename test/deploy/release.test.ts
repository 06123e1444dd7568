import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

interface Release {
  readonly version: string;
  readonly lockVersion: string;
  readonly changeLog: string;
  readonly treeStatus: string;
  readonly tags: readonly string[];
}

interface Statements {
  problemsOf(release: Release): string[];
  changesOf(changeLog: string, version: string): string;
  provenanceOf(build: object): { readonly subject: unknown; readonly predicate: { readonly runDetails: unknown } };
}

const file = fileURLToPath(new URL('../../../deploy/release/statements.js', import.meta.url));
const { problemsOf, changesOf, provenanceOf }: Statements = await import(file);

const changeLog = `# Changelog

## 1.2.0 - 2026-11-26

### Added
- A thing.

## 1.1.0 - 2026-01-01

- An older thing.
`;
const good: Release = { version: '1.2.0', lockVersion: '1.2.0', changeLog, treeStatus: '', tags: ['v1.1.0'] };

describe('A release', () => {
  it('is built if version, change log, tree and tags match', () => {
    expect(problemsOf(good)).to.deep.equal([]);
    expect(changesOf(changeLog, '1.2.0')).to.equal('### Added\n- A thing.');
    expect(changesOf(changeLog, '1.1.0')).to.equal('- An older thing.');
  });

  const bad: readonly (readonly [Partial<Release>, string])[] = [
    [{ lockVersion: '1.1.0' }, 'package-lock.json has version 1.1.0, package.json 1.2.0: run npm install'],
    [{ version: '1.3.0', lockVersion: '1.3.0' }, 'CHANGELOG.md begins with version 1.2.0, package.json has 1.3.0'],
    [{ changeLog: changeLog.replace('2026-11-26', 'unreleased') }, 'CHANGELOG.md has no date for version 1.2.0: unreleased'],
    [{ changeLog: changeLog.replace(/### Added\n- A thing\.\n/, '') }, 'CHANGELOG.md lists no change of version 1.2.0'],
    [{ treeStatus: ' M README.md' }, 'the tree has changes that are not committed: see git status'],
    [{ tags: ['v1.2.0'] }, 'there is a tag v1.2.0 already'],
  ];
  for (const [given, problem] of bad)
    it(`is refused: ${problem}`, () => {
      expect(problemsOf({ ...good, ...given })).to.include(problem);
    });

  it('has a statement of provenance for all of its files', () => {
    const subjects = [{ name: 'hexipam.tgz', digest: { sha256: 'ab' } }];
    const [begun, ended] = [new Date(0), new Date(1000)];
    const build = { ...good, commit: 'c0ffee', subjects, dependencies: [{ name: 'lock' }], tools: { node: '20' }, begun, ended };
    const statement = provenanceOf(build);
    expect(statement).to.include({ _type: 'https://in-toto.io/Statement/v1', predicateType: 'https://slsa.dev/provenance/v1' });
    expect(statement.subject).to.deep.equal(subjects);
    expect(JSON.stringify(statement)).to.contain('{"name":"source","digest":{"gitCommit":"c0ffee"}},{"name":"lock"}');
    expect(statement.predicate.runDetails).to.deep.include({
      metadata: {
        ...{ invocationId: '1.2.0-c0ffee', startedOn: '1970-01-01T00:00:00.000Z', finishedOn: '1970-01-01T00:00:01.000Z' },
      },
    });
  });
});
