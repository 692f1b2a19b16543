import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Where the files lie that styles/fonts.css names. */
const directory = path.resolve('.cache/fonts');

/** What the files of styles/fonts.css are cut from, in `@fontsource-variable`. */
const sources: Record<string, string> = {
  'bodoni-moda-latin': 'bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2',
  'bodoni-moda-symbols': 'bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2',
  'bodoni-moda-latin-ext': 'bodoni-moda/files/bodoni-moda-latin-ext-opsz-normal.woff2',
  'hanken-grotesk-latin': 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  'hanken-grotesk-symbols': 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  'hanken-grotesk-latin-ext': 'hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2',
};

/** The optical size of the display face, in points: at its own, its hairlines vanish on screens. */
const opticalSize = 12;

/** What browsers apply by themselves to Latin text, and the figures that styles/base.css asks for. */
const keepFeatures = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'lnum', 'tnum'];

const face =
  /@font-face \{[^}]*font-weight: (\d+)(?: (\d+))?;[^}]*fonts\/([\w-]+)\.woff2"[^}]*unicode-range:([^;]+);/g;

/** Returns all characters of a `unicode-range`. */
function listCharacters(unicodeRange: string): string {
  let characters = '';
  for (const [, first = '', last = first] of unicodeRange.matchAll(/U\+(\w+)(?:-(\w+))?/g)) {
    const end = Number.parseInt(last, 16);
    for (let code = Number.parseInt(first, 16); code <= end; code += 1) {
      characters += String.fromCodePoint(code);
    }
  }
  return characters;
}

async function subset(name: string, text: string, wght: number | { min: number; max: number }) {
  const source = sources[name];
  if (!source) throw new Error(`fonts.css names ${name}, but no font is its source.`);
  const font = createRequire(import.meta.url).resolve(`@fontsource-variable/${source}`);
  const options = {
    targetFormat: 'woff2',
    keepFeatures,
    variationAxes: { wght, ...(source.includes('-opsz-') && { opsz: opticalSize }) },
  } as const;
  await writeFile(
    path.join(directory, `${name}.woff2`),
    await subsetFont(await readFile(font), text, options),
  );
}

async function subsetAll(): Promise<void> {
  await mkdir(directory, { recursive: true });
  const styles = await readFile(path.resolve('src/ui/styles/fonts.css'), 'utf8');
  for (const [, min, max, name = '', unicodeRange = ''] of styles.matchAll(face)) {
    const weights = max ? { min: Number(min), max: Number(max) } : Number(min);
    await subset(name, listCharacters(unicodeRange), weights);
  }
}

let done: Promise<void> | undefined;

/**
 * Cuts the fonts down to what the `@font-face` rules of styles/fonts.css promise: the characters of
 * their `unicode-range` in their weights. Written anew by every build and start of the development
 * server, which takes a second.
 */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async configResolved() {
      done ??= subsetAll();
      await done;
    },
  };
}
