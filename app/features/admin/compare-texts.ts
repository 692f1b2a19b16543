import type { ReactNode } from 'react';
import type { FormTexts } from '../forms/draft.ts';

/** How a field is compared: what it is called, and how its values are shown where they are more than words. */
export interface ComparedField {
  label: string;
  show?: ((value: string) => ReactNode) | undefined;
}

/** Fields by their names; a word alone is what the field is called. */
export type ComparedFields = Record<string, string | ComparedField>;

/** A field that stands otherwise here than where it was saved meanwhile. */
export interface Difference extends ComparedField {
  name: string;
  mine: string;
  theirs: string;
  /** Whether it was changed here. What was changed there alone stays either way. */
  isMine: boolean;
}

interface Versions {
  /** What both began from. */
  begun: FormTexts | undefined;
  mine: FormTexts;
  theirs: FormTexts;
}

/** Returns in which fields two versions of a record differ, in the order in which they are named. */
export const compareTexts = (fields: ComparedFields, versions: Versions): Difference[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const [mine = '', theirs = ''] = [versions.mine[name], versions.theirs[name]];
    if (mine === theirs) return [];
    const described = typeof field === 'string' ? { label: field } : field;
    const isMine = mine !== (versions.begun?.[name] ?? '');
    return [{ ...described, name, mine, theirs, isMine }];
  });

/** Whether texts say something else than they began with. A text that is missing is an empty one. */
export const isDifferent = (texts: FormTexts, begun: FormTexts = {}): boolean =>
  Object.keys({ ...begun, ...texts }).some((name) => (texts[name] ?? '') !== (begun[name] ?? ''));
