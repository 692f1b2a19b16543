import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The folder of the files that styles/fonts.css names. */
const directory = path.resolve('.cache/fonts');

/** The sources of these files in `@fontsource-variable`. */
const sources: Record<string, string> = {
  'bodoni-moda-latin': 'bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2',
  'bodoni-moda-symbols': 'bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2',
  'bodoni-moda-latin-ext': 'bodoni-moda/files/bodoni-moda-latin-ext-opsz-normal.woff2',
  'hanken-grotesk-latin': 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  'hanken-grotesk-symbols': 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  'hanken-grotesk-latin-ext': 'hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2',
};

/**
 * The optical size of the headings' font, in points: at its default, hairlines vanish on screens.
 */
const opticalSize = 12;

/**
 * The features that browsers apply to Latin text by default, and the figures that styles/base.css
 * uses.
 */
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
 * Subsets the fonts to the characters and weights of each `@font-face` rule in styles/fonts.css.
 * Every build and start of the development server does this, which takes a second.
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
