import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Collects the licences of the packages in a bundle, which require it. @param output of the bundler */
export function licencesOf(output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const packages = modules.map((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter((folder) => folder);
  const texts = [...new Set(packages)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
    if (!file && license !== 'MIT' && license !== 'ISC') throw new Error(`${name} brings no text of its licence ${license}`);
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : 'no text'}\n`;
  });
  return `This folder holds code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
