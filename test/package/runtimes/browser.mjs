import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const page = await browser.newPage();
const name = JSON.stringify(`Chromium ${browser.version()}`);
const script = `${readFileSync('browser.js', 'utf8')}\nwindow.result = run(location.origin, ${name}, 'client-of-runtimes').then(String, String);`;
await page.route('**/page', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><script type="module" src="/script.js"></script>' }),
);
await page.route('**/script.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
await page.goto(`${process.env.URL}/page`);
await page.waitForFunction('window.result');
const result = await page.evaluate('window.result');
await browser.close();
console.log(result);
process.exit(result.startsWith('Chromium') ? 0 : 1);
