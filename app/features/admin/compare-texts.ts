import type { ReactNode } from 'react';
import type { FormTexts } from '../forms/draft.ts';

/** How a field is compared: its label, and how its values are shown where they are more than text. */
export interface ComparedField {
  label: string;
  show?: ((value: string) => ReactNode) | undefined;
}

/** Fields by name; a string is the field's label. */
export type ComparedFields = Record<string, string | ComparedField>;

/** A field that differs from what someone else has saved. */
export interface Difference extends ComparedField {
  name: string;
  mine: string;
  theirs: string;
  /** Whether it was changed here. What only they changed stays either way. */
  isMine: boolean;
}

interface Versions {
  /** What both started from. */
  begun: FormTexts | undefined;
  mine: FormTexts;
  theirs: FormTexts;
}

/** Returns the fields in which two versions of a record differ. */
export const compareTexts = (fields: ComparedFields, versions: Versions): Difference[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const [mine = '', theirs = ''] = [versions.mine[name], versions.theirs[name]];
    if (mine === theirs) return [];
    const described = typeof field === 'string' ? { label: field } : field;
    const isMine = mine !== (versions.begun?.[name] ?? '');
    return [{ ...described, name, mine, theirs, isMine }];
  });

/** Whether texts differ from what they were at first. A missing text counts as empty. */
export const isDifferent = (texts: FormTexts, begun: FormTexts = {}): boolean =>
  Object.keys({ ...begun, ...texts }).some((name) => (texts[name] ?? '') !== (begun[name] ?? ''));
