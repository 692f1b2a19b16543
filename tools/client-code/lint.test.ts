import { expect, test } from 'vitest';
import { findNewerBuiltIns } from './lint.ts';

test.each([
  'Map.groupBy(a, b)',
  'Object.groupBy(a, b)',
  'URL.canParse(a)',
  'a.isWellFormed()',
  'Array.fromAsync(a)',
  'Promise.withResolvers()',
  'Promise.try(a)',
  'new Intl.Segmenter("en")',
  'a.checkVisibility()',
  'a.showPopover()',
  'a.union(b)',
  'Iterator.from(a)',
  'AbortSignal.any([])',
  'requestIdleCallback(a)',
  'document.startViewTransition(a)',
  'new URLPattern(a)',
  'Temporal.Now.instant()',
  '/[a--b]/v',
])('%s is too new for a supported browser', async (code) => {
  expect(await findNewerBuiltIns(code)).not.toEqual([]);
});

test.each([
  'URL.canParse?.(a)',
  'if (a.showPopover) a.showPopover()',
  'function b(a) { if (!a.showPopover) return; a.showPopover() }',
  'const can = "showPopover" in HTMLElement.prototype; function b(a) { if (can) a.showPopover() }',
  'window.requestIdleCallback ? window.requestIdleCallback(a) : setTimeout(a)',
  'typeof URLPattern === "function" && new URLPattern(a)',
  'a.toSorted().at(-1); structuredClone(a); a.findLast(b); Object.hasOwn(a, b)',
  'AbortSignal.timeout(1); a.map(b).filter(c); new ResizeObserver(a); crypto.randomUUID()',
])('%s is fine', async (code) => {
  expect(await findNewerBuiltIns(code)).toEqual([]);
});
