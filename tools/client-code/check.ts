import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { bundle } from '#tools/document-scripts.ts';
import { findNewerBuiltIns } from './lint.ts';

/** Returns the scripts that are inlined in documents, which are not in the build. */
async function listInlineScripts(): Promise<string[]> {
  const scripts: string[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}')) {
    const imports = (await readFile(file, 'utf8')).matchAll(/ from '(.+)\?inline-script'/g);
    for (const [, module = ''] of imports) scripts.push(path.join(path.dirname(file), module));
  }
  return scripts;
}

/** Returns the features in the current build that a supported browser lacks. */
export async function checkClientCode(): Promise<string[]> {
  const findings: string[] = [];
  const check = async (name: string, code: string) => {
    for (const finding of await findNewerBuiltIns(code)) findings.push(`${name}: ${finding}`);
  };
  for await (const file of glob('build/client/assets/*.js')) {
    await check(file, await readFile(file, 'utf8'));
  }
  for (const script of await listInlineScripts()) await check(script, await bundle(script));
  return findings;
}
