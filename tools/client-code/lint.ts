import { ESLint, type Linter } from 'eslint';
import esX from 'eslint-plugin-es-x';
import { noNewerWebApi } from './no-newer-web-api.ts';

/** What the supported browsers lack of the language: ES2024, parts of its Intl, and what is newer. */
const newer = (['es2024', 'es2025', 'es2026', 'esnext'] as const).flatMap((year) => [
  esX.configs[`flat/no-new-in-${year}`],
  esX.configs[`flat/no-new-in-${year}-intl-api`],
]);

const rules: Linter.RulesRecord = {
  'site/no-newer-web-api': 'error',
  'es-x/no-intl-segmenter': 'error',
  ...Object.assign({}, ...newer.map((config) => config.rules)),
};

/** Arrays and packages have methods of these names: only those of known iterators count. */
for (const name of Object.keys(rules)) {
  if (name.includes('iterator-prototype')) rules[name] = ['error', { aggressive: false }];
}

/** What is guarded in a way that the rules do not see. */
const guarded: RegExp[] = [
  // The polyfill checks for the native API.
  /^globalThis\.Temporal,/,
  /^Date\.prototype\.toTemporalInstant;/,
  // The router calls it for links that ask for it; none of ours does.
  /^\w+\.window\.document\.startViewTransition\(/,
  // Conform tries whether a pattern can be one in HTML.
  /^new RegExp\(\w+,`v`\)\}catch/,
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

/** Returns what a script of the browser uses that a supported browser lacks, with where it stands. */
export async function findNewerBuiltIns(code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: '/client.js' });
  const lines = code.split('\n');
  return (result?.messages ?? []).flatMap(({ message, line, column }) => {
    const text = lines[line - 1]?.slice(column - 1) ?? '';
    return guarded.some((one) => one.test(text)) ? [] : [`${message} ${text.slice(0, 80)}`];
  });
}
