import { ESLint, type Linter } from 'eslint';
import esX from 'eslint-plugin-es-x';
import { noNewerWebApi } from './no-newer-web-api.ts';

/**
 * The language features that supported browsers lack: ES2024, parts of its Intl, and anything
 * newer.
 */
const newer = (['es2024', 'es2025', 'es2026', 'esnext'] as const).flatMap((year) => [
  esX.configs[`flat/no-new-in-${year}`],
  esX.configs[`flat/no-new-in-${year}-intl-api`],
]);

const rules: Linter.RulesRecord = {
  'site/no-newer-web-api': 'error',
  'es-x/no-intl-segmenter': 'error',
  ...Object.assign({}, ...newer.map((config) => config.rules)),
};

/** Arrays and packages have methods with these names, so only those of known iterators count. */
for (const name of Object.keys(rules)) {
  if (name.includes('iterator-prototype')) rules[name] = ['error', { aggressive: false }];
}

/** Code with guards that the rules do not recognise. */
const guarded: RegExp[] = [
  // The polyfill checks for the native API.
  /^globalThis\.Temporal,/,
  /^Date\.prototype\.toTemporalInstant;/,
  // The router calls it for links with an option that the site does not use.
  /^\w+\.window\.document\.startViewTransition\(/,
  // React calls it for `<ViewTransition>` only, and catches the error where it is missing.
  /^\w+\.startViewTransition\(\{update:/,
  // Conform tests whether a pattern is valid in HTML.
  /^new RegExp\(\w+,`v`\)\}catch/,
  // mediabunny defines the symbol where it is missing.
  /^Symbol\.dispose(\?\?=Symbol\(|\]\(\)\{)/,
  // It makes chunks to decode them. The site only reads headers.
  /^EncodedVideoChunk\|\|\w+ instanceof EncodedAudioChunk\)\)throw/,
  /^EncodedAudioChunk\)\)throw/,
  // These are its own property and method. They only have the names of newer built-ins.
  /^[\w.?]+\.transfer\b(?!\()/,
  /^this\._backing\.getName\(\)/,
];

const eslint = new ESLint({
  cwd: '/',
  allowInlineConfig: false,
  overrideConfigFile: true,
  baseConfig: {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    plugins: {
      'es-x': esX as ESLint.Plugin,
      site: { rules: { 'no-newer-web-api': noNewerWebApi } },
    },
    settings: { 'es-x': { aggressive: true, allowTestedProperty: true } },
    rules,
  },
});

/** Returns the features in a script that a supported browser lacks, with their locations. */
export async function findNewerBuiltIns(code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: '/client.js' });
  const lines = code.split('\n');
  return (result?.messages ?? []).flatMap(({ message, line, column }) => {
    const text = lines[line - 1]?.slice(column - 1) ?? '';
    return guarded.some((one) => one.test(text)) ? [] : [`${message} ${text.slice(0, 80)}`];
  });
}
