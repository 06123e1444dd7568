import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`CSV files in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('import', async (api) => {
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: section });
  });
  const choose = (content: string | Buffer, name = 'a.csv', page = suite.page) =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const click = (name: string | RegExp, page = suite.page) => page.getByRole('button', { name }).click();
  const tryOut = () => click('Check all rows');
  const waitForText = (text: string, page = suite.page) => page.getByText(text).first().waitFor({ timeout: 60_000 });
  const importRows = async (rows: number) => {
    await click(`Import ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`);
    await suite.page.waitForURL(/\/import\/\d+$/, { timeout: 60_000 });
  };
  const open = async (section: string, sort = 'Addresses') => {
    await suite.page.goto(`${suite.service.url}/console/import`);
    await suite.page.getByRole('combobox', { name: 'Kind', exact: true }).click();
    await suite.page.getByRole('option', { name: sort }).click();
    await suite.page.getByPlaceholder('Choose a section').click();
    await suite.page.getByRole('option', { name: section }).click();
  };
  const manyRows = (net: string, number: number) =>
    ['ip', ...Array.from({ length: number }, (_, index) => `${net}.${Math.floor(index / 200)}.${1 + (index % 200)}`)].join('\n');

  it('clears the problems of the previous file when a file with the same columns is chosen', async () => {
    await open('Office');
    await choose('ip,hostname\n10.0.0.1,a.example\nbad,b.example\n');
    await tryOut();
    await waitForText('1 row cannot be imported');
    await waitForText('New: 1, changed: 0, unchanged: 0.');
    await choose('ip,hostname\n10.0.0.2,c.example\n10.0.0.3,d.example\n', 'b.csv');
    await suite.page.getByRole('cell', { name: 'c.example' }).waitFor();
    expect(await suite.page.getByText('cannot be imported').count()).to.equal(0);
    await tryOut();
    await importRows(2);
    await waitForText('All rows are imported');
    expect((await suite.api.get('/addresses/search/10.0.0.3/')).records[0]).to.include({ hostname: 'd.example' });
  });

  it('stores the refused rows with their reasons as a list and a file that can be corrected', async () => {
    await open('Office');
    await choose('ip,hostname\n10.0.1.1,a.example\nbad,b.example\n\n10.0.0.2,"c;example"\n', 'floor.csv');
    await tryOut();
    await waitForText('2 rows cannot be imported');
    await importRows(1);
    await suite.page.getByRole('heading', { name: 'Import of floor.csv' }).waitFor();
    await waitForText('All other rows are imported');
    const url = suite.page.url();
    await suite.page.reload();
    await waitForText('2 rows were refused');
    const mistakes = suite.page.getByRole('region', { name: 'Rows with problems' });
    for (const text of ['3', '5', 'IP address already exists'])
      await mistakes.getByText(text, { exact: text.length === 1 }).waitFor();
    const download = suite.page.waitForEvent('download');
    await click('Download refused rows');
    const file = await download;
    expect(file.suggestedFilename()).to.equal('floor-refused.csv');
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.split('\r\n').slice(0, 2)).to.deep.equal([
      '\uFEFFip,hostname,problem',
      'bad,b.example,ip: Invalid ip: an IP address expected',
    ]);
    await suite.page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click();
    const list = suite.page.getByRole('region', { name: 'Imports' });
    await list.getByRole('button', { name: 'Download CSV: Refused rows of floor.csv' }).waitFor();
    await list.getByRole('link', { name: 'floor.csv' }).click();
    await suite.page.waitForURL(url);
    await click('Delete');
    await suite.page.getByRole('dialog').getByText('Imported records remain.').waitFor();
    await suite.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await suite.page.waitForURL(/\/import$/);
    await list.getByRole('link', { name: 'b.csv' }).waitFor();
    await list.getByRole('link', { name: 'floor.csv' }).waitFor({ state: 'detached' });
    await suite.page.goto(url);
    await waitForText('There is no such import');
  });

  it('stops an import, shows the stop in another tab, and continues there', async () => {
    await open('Office');
    await choose(manyRows('10.3', 3000), 'many.csv');
    const other = await suite.page.context().newPage();
    await other.goto(`${suite.service.url}/console/import`); // a load during the import could last longer than the import
    await other.getByRole('combobox', { name: 'Kind', exact: true }).waitFor();
    await tryOut();
    await importRows(3000);
    await ConsoleBrowser.push(other, suite.page.url().split('/console/')[1] ?? '');
    await click('Stop');
    await suite.page.getByText(/The import was stopped: [\d,]+ rows are left/).waitFor();
    await other.getByText(/The import was stopped/).waitFor();
    await click('Continue', other);
    await suite.page.close(); // the service needs no tab
    await waitForText('All rows are imported', other);
    await waitForText('3,000 of 3,000', other);
    expect((await suite.api.get('/addresses/search/10.3.14.200/')).records).to.have.lengthOf(1);
    suite.usePage(other);
  });

  it('does not poll the progress on a hidden page or after the end', async () => {
    await open('Office');
    await choose(manyRows('10.4', 3000), 'hidden.csv');
    await tryOut();
    let reads = 0;
    suite.page.on('request', (request) => {
      if (/\/imports\/\d+\/$/.test(request.url())) reads++;
    });
    const show = (state: 'hidden' | 'visible') =>
      suite.page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        window.dispatchEvent(new Event('visibilitychange'));`);
    await importRows(3000);
    await waitForText('You can close this page');
    await show('hidden');
    await suite.page.waitForTimeout(500);
    const before = reads;
    await suite.page.waitForTimeout(5000);
    expect(reads, 'hidden').to.equal(before);
    await show('visible');
    await waitForText('All rows are imported');
    await suite.page.waitForTimeout(500);
    const atEnd = reads;
    await suite.page.waitForTimeout(5000);
    expect(reads, 'ended').to.equal(atEnd);
  });

  it('stops the upload after a cancellation and deletes the import', async () => {
    await open('Office');
    await choose(manyRows('10.5', 3000), 'cancelled.csv');
    await tryOut();
    await waitForText('All 3,000 rows can be imported');
    await suite.page.route('**/imports/*/rows/**', () => {}); // never answered
    await click('Import 3,000 rows');
    await waitForText('Uploading cancelled.csv');
    const upload = suite.page.locator('.card', { hasText: 'Uploading cancelled.csv' });
    await upload.getByRole('button', { name: 'Cancel' }).click();
    await upload.waitFor({ state: 'detached' });
    await suite.page.unroute('**/imports/*/rows/**');
    const list = suite.page.getByRole('region', { name: 'Imports' });
    await list.getByRole('link', { name: 'cancelled.csv' }).waitFor({ state: 'detached' });
    expect((await suite.api.get('/addresses/search/10.5.0.1/')).status).to.equal(404);
  });

  it('continues the upload of a closed tab with the same file, and uploads each row once', async () => {
    await open('Office');
    const content = manyRows('10.77', 5000);
    await choose(content, 'long.csv');
    await tryOut();
    await waitForText('All 5,000 rows can be imported');
    let requests = 0;
    await suite.page.route('**/imports/*/rows/**', async (route) => {
      requests++;
      if (requests === 2) return; // the tab is closed while the second chunk is on its way
      await route.continue();
    });
    await click('Import 5,000 rows');
    while (requests < 2) await suite.page.waitForTimeout(50);
    await suite.page.goto(`${suite.service.url}/console/import`);
    await suite.page.unroute('**/imports/*/rows/**'); // before the page has gone, this would send the second chunk
    const list = suite.page.getByRole('region', { name: 'Imports' });
    await list.getByRole('link', { name: 'long.csv' }).click();
    await waitForText('The upload was interrupted.');
    await choose(content.replace('10.77.0.1\n', '10.77.88.1\n'), 'long.csv');
    await waitForText('This is another file than long.csv, or it has changed.');
    await choose(content, 'long.csv');
    await waitForText('All rows are imported');
    await waitForText('5,000 of 5,000');
    const stored = "Object.keys(localStorage).filter((name) => name.startsWith('hexipam-upload'))";
    expect(await suite.page.evaluate(stored)).to.deep.equal([]);
  });

  it('repeats a chunk whose first request the service still processes', async () => {
    await open('Office');
    await choose(manyRows('10.78', 3000), 'repeated.csv');
    await tryOut();
    await waitForText('All 3,000 rows can be imported');
    let requests = 0;
    await suite.page.route('**/imports/*/rows/**', async (route) => {
      requests++;
      if (requests > 1) return route.continue();
      await route.fulfill({
        ...{ status: 409, headers: { 'Hexipam-Error': 'repeat.underWay' }, contentType: 'application/json' },
        body: JSON.stringify({ code: 409, success: false, message: 'A request with this Idempotency-Key is under way' }),
      });
    });
    await click('Import 3,000 rows');
    await waitForText('All rows are imported');
    await waitForText('3,000 of 3,000');
    await suite.page.unroute('**/imports/*/rows/**');
  });

  it('resets the file input, so that the same file can be chosen again', async () => {
    await open('Office');
    await choose('ip\n10.0.0.4\n');
    await suite.page.getByRole('cell', { name: '10.0.0.4' }).waitFor();
    await ConsoleBrowser.until(suite.page, `document.querySelector('input[type=file]').value === ''`);
  });

  it('reports the encoding, ignored columns and the lines of problems', async () => {
    const text = 'ip,hostname,parent,name\n\n10.0.0.5,b\u00fcro,x,y\n172.16.0.1,e,,\n10.0.0.5,c,,\n';
    await choose(Buffer.from(text, 'latin1'));
    await suite.page.getByRole('cell', { name: 'b\u00fcro' }).waitFor();
    await waitForText('The file is not UTF-8. It is read as Windows-1252.');
    await waitForText('2 columns are ignored: parent, name');
    await tryOut();
    const mistakes = suite.page.getByRole('region', { name: 'Rows with problems' });
    await mistakes.getByText('4', { exact: true }).waitFor();
    await mistakes.getByText('the same address is in an earlier row').waitFor();
    await choose('');
    await waitForText('The file is empty');
    await choose('ip,hostname\n10.0.0.5,a\n10.0.0.6,"open\n10.0.0.7,b\n');
    await waitForText('Row 3: a quotation mark is not closed');
    expect(await mistakes.count()).to.equal(0);
  });

  it('imports networks with masks and states, and shows long problems in full', async () => {
    await suite.api.post('/l2domains/', { name: 'Campus' });
    for (const domainId of [1, 2]) await suite.api.post('/vlans/', { name: `v${domainId}`, number: 20, domainId });
    await suite.api.post('/sections/', { name: 'Plant' });
    await open('Plant', 'Subnets');
    await choose('network;mask;state;VLAN number\n10.50.0.0/24;255.255.255.0;Reserved;\n10.51.0.0/24;16;;\n10.52.0.0/24;;;20\n');
    await tryOut();
    const mistakes = suite.page.getByRole('region', { name: 'Rows with problems' });
    await mistakes.getByText('3', { exact: true }).waitFor();
    const long = mistakes.getByText('VLAN number: 20 may be any of #1, #2: name one of these');
    expect(
      await long.evaluate((cell) => cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight + 1),
    ).to.equal(true);
    await importRows(1);
    await waitForText('All other rows are imported');
    expect((await suite.api.get('/subnets/cidr/10.50.0.0/24/')).records[0]).to.include({ tag: '3' });
  });

  it('sets the parents of imported networks from the section and the file', async () => {
    const section = (await suite.api.post('/sections/', { name: 'Campus', strictMode: 1 })).id;
    const top = (await suite.api.post('/subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: section })).id;
    await open('Campus', 'Subnets');
    await choose('network\n10.1.0.0/16\n10.1.3.0/24\n10.1.3.128/25\n10.1.3.5/29\n');
    await tryOut();
    await importRows(3);
    await waitForText('All other rows are imported');
    const made = (await suite.api.get(`/sections/${section}/subnets/`)).records;
    const idOf = (network: string) => String(made.find(({ subnet, mask }) => `${subnet}/${mask}` === network)?.id);
    expect(made.map(({ subnet, mask, masterSubnetId }) => [`${subnet}/${mask}`, masterSubnetId])).to.have.deep.members([
      ['10.0.0.0/8', '0'],
      ['10.1.0.0/16', String(top)],
      ['10.1.3.0/24', idOf('10.1.0.0/16')],
      ['10.1.3.128/25', idOf('10.1.3.0/24')],
    ]);
  });

  it('updates existing records when the option is chosen', async () => {
    await suite.page.goto(`${suite.service.url}/console/import`);
    await suite.page.getByRole('combobox', { name: 'Kind', exact: true }).click();
    await suite.page.getByRole('option', { name: 'VLANs' }).click();
    await choose('number;name\n20;renamed\n21;new\n');
    await tryOut();
    await waitForText('1 row cannot be imported');
    await suite.page.getByLabel('Update existing records').click();
    await tryOut();
    await waitForText('New: 1, changed: 1, unchanged: 0.');
    await importRows(2);
    await waitForText('All rows are imported');
    expect((await suite.api.get('/vlans/search/20/')).records[0]).to.include({ name: 'renamed' });
  });
});
