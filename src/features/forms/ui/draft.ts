import { type RefObject, useEffect, useRef } from 'react';
import { v4 as createId } from 'uuid';
import { draftKey } from '#rules/draft-key.ts';
import { type Control, isChanged, isChoice, isControl } from '#ui/controls.ts';

/** The texts of a form, by the names of its controls. */
export type FormTexts = Record<string, string>;

/** The version of a record that an edit started from. */
export interface Begun {
  version: number;
  values: FormTexts;
}

interface Draft {
  values: FormTexts;
  attempt?: { id: string; content: string };
  begun?: Begun | undefined;
}

/** Returns the draft of a form; undefined if there is none or storage is blocked. */
export function readDraft(formId: string): Draft | undefined {
  try {
    return toDraft(JSON.parse(localStorage.getItem(draftKey(formId)) ?? 'null'));
  } catch {
    return undefined;
  }
}

const areTexts = (value: unknown): value is FormTexts =>
  value instanceof Object && Object.values(value).every((text) => typeof text === 'string');

/** Validates a stored draft, which an older version of the site may have written. */
function toDraft(stored: unknown): Draft | undefined {
  const { values, attempt, begun } = Object(stored);
  if (!areTexts(values)) return undefined;
  return {
    values,
    ...(typeof attempt?.id === 'string' && typeof attempt.content === 'string' && { attempt }),
    ...(Number.isInteger(begun?.version) && areTexts(begun.values) && { begun }),
  };
}

/** Stores the draft of a form, or removes it. Does nothing if storage is blocked. */
export function writeDraft(formId: string, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(draftKey(formId), JSON.stringify(draft));
    else localStorage.removeItem(draftKey(formId));
  } catch {
    // Storage is blocked: the text exists only in the form.
  }
}

/** Returns the texts of a form. A choice without a selection is empty. */
export function readTexts(form: HTMLFormElement): FormTexts {
  const controls = [...form.elements]
    .filter(isControl)
    .filter(({ disabled, name }) => !disabled && name);
  const texts: FormTexts = {};
  for (const control of controls) {
    const isLeftOut = isChoice(control) && !control.checked;
    texts[control.name] = isLeftOut ? (texts[control.name] ?? '') : control.value;
  }
  return texts;
}

/** Writes a value as the user would, so that event listeners are called. */
export function writeValue(control: Control, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Writes a text into the controls with this name, or selects the matching choice. */
export function writeText(form: HTMLFormElement, name: string, text: string): void {
  for (const control of [...form.elements].filter(isControl)) {
    if (control.name !== name) continue;
    // Radio buttons cannot be emptied: a draft without a choice keeps the one that a link has made.
    if (control.type === 'radio' && text === '') continue;
    if (!isChoice(control)) {
      if (control.value !== text) writeValue(control, text);
    } else if (control.checked !== (control.value === text)) {
      control.checked = control.value === text;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

/** Whether a link led here. A reload, Back and Forward return to what was typed. */
const isFollowedLink = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'navigate');

const hasSameTexts = (texts: FormTexts, { values }: Begun): boolean =>
  Object.entries(texts).every(([name, text]) => text === (values[name] ?? ''));

/**
 * Stores the draft of a form. What was typed before hydration takes precedence over a stored draft.
 * The draft of an edit includes the version that it started from (`begun`). A choice that the followed link
 * has made is newer than the draft (`linked`: its name).
 */
export function useDraft(
  formId: string,
  formRef: RefObject<HTMLFormElement | null>,
  begun?: RefObject<Begun | undefined>,
  linked?: string,
) {
  /** The last attempt since the page was loaded. The stored draft has earlier ones. */
  const lastAttempt = useRef<Draft['attempt']>(undefined);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const keep = () => {
      const draft = readDraft(formId);
      // A control may not be rendered yet, so its text is kept.
      const values = { ...draft?.values, ...readTexts(form) };
      const from = begun?.current;
      // Text that was typed and undone is not a change.
      if (from && hasSameTexts(values, from)) writeDraft(formId, undefined);
      else writeDraft(formId, { ...draft, values, ...(from && { begun: from }) });
    };
    const changed = new Set(
      [...form.elements]
        .filter(isControl)
        .filter(isChanged)
        .map(({ name }) => name),
    );
    const draft = readDraft(formId);
    const isLinked = linked !== undefined && isFollowedLink();
    if (isLinked) changed.add(linked);
    for (const [name, text] of Object.entries(draft?.values ?? {})) {
      if (!changed.has(name)) writeText(form, name, text);
    }
    if ((isLinked && draft) || [...form.elements].filter(isControl).some(isChanged)) keep();
    form.addEventListener('input', keep);
    return () => form.removeEventListener('input', keep);
  }, [formId, formRef, begun, linked]);

  /**
   * Returns the id for sending this content. It is the same on every attempt, so that nothing is
   * stored twice.
   */
  function recordId(content: string): string {
    const draft = readDraft(formId);
    const known = lastAttempt.current ?? draft?.attempt;
    const attempt = known?.content === content ? known : { id: createId(), content };
    lastAttempt.current = attempt;
    writeDraft(formId, { ...draft, values: draft?.values ?? {}, attempt });
    return attempt.id;
  }

  function forget(): void {
    lastAttempt.current = undefined;
    writeDraft(formId, undefined);
  }
  return { recordId, forget };
}
