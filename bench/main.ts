/**
 * Measures the service against floors: minimal servers for the same answers, on the same machine in the same run. A missed target
 * is not a failure; an error answer is.
 */
import { writeFileSync } from 'node:fs';
import { allocation } from './benchmarks/allocation.js';
import type { Benchmark } from './benchmarks/benchmark.js';
import { reading } from './benchmarks/reading.js';
import { records } from './benchmarks/records.js';
import { help, type Options, readOptions } from './command-line.js';
import { compare, printComparison, readRecord } from './comparison.js';
import { consoleHead, consoleName, consoleRows, runConsole } from './console/console.js';
import { gatherRanges } from './first-need.js';
import { hostileHead, hostileName, hostileRows, runHostile } from './hostile/hostile.js';
import { longReadName, readAllAddresses } from './long-read.js';
import { machineRecord, printResults, type Results, table, verdictsOf } from './report.js';
import { type Figure, runBenchmark } from './rounds.js';
import { type Sizes, sizesAt } from './seeds/places.js';
import { measureSize, sizeName } from './size.js';
import { Stage } from './stage.js';
import { measureWatching, watchingName } from './watching.js';

const startedAt = Date.now();
const report = (text: string): void => console.error(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`);

const isChosen = ({ only }: Options, name: string): boolean => only.length === 0 || only.some((chunk) => name.includes(chunk));

async function run(options: Options, sizes: Sizes): Promise<Results> {
  const chosen: Benchmark[] = [...reading(sizes), ...allocation, ...records].filter(({ name }) => isChosen(options, name));
  const stage = await Stage.build(options, sizes, report);
  try {
    const figures: Figure[] = [];
    const isAllocation = chosen.some((benchmark) => allocation.includes(benchmark));
    if (isAllocation) report('gathering free ranges');
    const firstNeed = isAllocation ? await gatherRanges(stage) : undefined;
    for (const benchmark of chosen) {
      report(benchmark.name);
      figures.push(...(await runBenchmark(stage, benchmark, options)));
    }
    const readsAll = isChosen(options, longReadName);
    if (readsAll) report(longReadName);
    const longRead = readsAll ? await readAllAddresses(stage) : undefined;
    const comparesWatching = !options.embedded && isChosen(options, watchingName);
    if (comparesWatching) report(watchingName);
    const watching = comparesWatching ? await measureWatching(stage, sizes, options) : undefined;
    const session = isChosen(options, sizeName) ? stage.session : undefined;
    if (session) report(sizeName);
    const size = session ? await measureSize(stage, session) : undefined;
    const found = { figures, firstNeed, longRead, watching, size };
    return { verdicts: verdictsOf(chosen, found), ...found };
  } finally {
    await stage.clear();
  }
}

const options = readOptions(process.argv.slice(2));
if (options === 'help') console.log(help);
else if (options.only.includes(hostileName)) {
  const figures = await runHostile(options, report);
  writeFileSync(options.file, `${JSON.stringify(machineRecord(options, { hostile: figures }), undefined, 2)}\n`);
  console.log(table(hostileHead, hostileRows(figures)));
} else if (options.only.includes(consoleName)) {
  const figures = await runConsole(options, report);
  writeFileSync(options.file, `${JSON.stringify(machineRecord(options, { console: figures }), undefined, 2)}\n`);
  console.log(table(consoleHead, consoleRows(figures)));
} else {
  const baseline = readRecord(options.baseline);
  const results = await run(options, sizesAt(options.scale));
  const record = machineRecord(options, results);
  writeFileSync(options.file, `${JSON.stringify(record, undefined, 2)}\n`);
  const scaled = options.scale === 1 ? '' : `Sizes are ${options.scale} of those that are named.\n\n`;
  console.log(`${scaled}${printResults(results)}\n\n${options.file} has all of it`);
  if (baseline) console.log(`\n${printComparison(compare(record, baseline))}`);
  if (results.figures.some(({ errors }) => Object.keys(errors).length > 0)) process.exitCode = 1;
}
