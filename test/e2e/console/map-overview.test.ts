import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`The overview of the address map${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('map?at=10.0.0.0/16', async (api) => {
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    for (const subnet of ['10.0.0.0', '10.1.0.0', '10.64.0.0'])
      await api.post('/subnets/', { subnet, mask: 16, sectionId: section });
  });
  const overview = () => suite.page.getByRole('application', { name: /^Overview of/ });
  /** Waits until the map shows a prefix. */
  const shows = (prefix: string) => suite.page.locator(`canvas[data-at="${prefix}"]`).waitFor();
  const box = async () => (await overview().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  it('shows two zoom steps more than the map, and names both', async () => {
    await shows('10.0.0.0/16');
    await suite.page.getByRole('heading', { name: 'Overview of 10.0.0.0/8' }).waitFor();
    expect(await overview().getAttribute('aria-label')).to.include('The map shows 10.0.0.0/16');
  });

  it('moves the map by a drag, by a click and by arrow keys', async () => {
    await overview().scrollIntoViewIfNeeded();
    const { x, y, width } = await box();
    const window = width / 16;
    await suite.page.mouse.move(x + window / 2, y + window / 2);
    await suite.page.mouse.down();
    await suite.page.mouse.move(x + width / 2, y + width / 2, { steps: 5 });
    await suite.page.mouse.move(x + window * 1.5, y + window / 2, { steps: 5 });
    await suite.page.mouse.up();
    await suite.page.locator('canvas[data-at="10.0.0.0/16"]').waitFor({ state: 'detached' });
    const dragged = await suite.page.locator('canvas[data-at]').getAttribute('data-at');
    expect(dragged).to.match(/^10\.\d+\.0\.0\/16$/);
    await suite.page.mouse.click(x + window / 2, y + window / 2);
    await shows('10.0.0.0/16');
    await overview().press('ArrowRight');
    await shows(dragged ?? '');
    await overview().press('ArrowLeft');
    await shows('10.0.0.0/16');
    await overview().press('a');
  });

  it('is absent where the map shows the whole address space', async () => {
    await ConsoleBrowser.go(suite.page, 'map?at=0.0.0.0/0');
    await shows('0.0.0.0/0');
    expect(await overview().count()).to.equal(0);
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
