import { ESLint } from 'eslint';
import * as regexp from 'eslint-plugin-regexp';
import { transformWithOxc } from 'vite';

const eslint = new ESLint({
  cwd: '/',
  allowInlineConfig: false,
  overrideConfigFile: true,
  baseConfig: {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignorePartial: false, ignoreSticky: false },
      ],
    },
  },
});

/** Matches a file that may have a pattern, so that the others need no parser. */
const mayHavePattern = /[(=:,[!&|?{}; ]\/[^/*>]|RegExp/;

/**
 * Returns the regular expressions of a TypeScript file that need more than linear time for some text,
 * each with its line. It does not look inside lookarounds, nor at functions that call a pattern in a loop.
 */
export async function findSlowPatterns(file: string, code: string): Promise<string[]> {
  if (!mayHavePattern.test(code)) return [];
  const plain = await transformWithOxc(code, file, { target: 'esnext' });
  const [result] = await eslint.lintText(plain.code, { filePath: '/file.js' });
  const lines = plain.code.split('\n');
  return (result?.messages ?? []).map(
    ({ line, message }) => `${lines[line - 1]?.trim() ?? ''}: ${message}`,
  );
}
