import process from 'node:process';
import { run } from './recipe.mjs';

console.log(await run(process.env.URL, process.argv[2], 'client-of-runtimes'));
process.exit(0);
