/** Loads every compiled module of the domain, so that coverage includes modules that no test imports. */
import { readdirSync } from 'node:fs';

const domain = new URL('../../domain/', import.meta.url);
const modules = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
await Promise.all(modules.map((file) => import(new URL(file.replaceAll('\\', '/'), domain).href)));
