import { type RefObject, useEffect, useRef } from 'react';
import { v4 as createId } from 'uuid';

/** What is written into a form, by the names of its controls. */
export type FormTexts = Record<string, string>;

/** What a record was when somebody began to change it. */
export interface Begun {
  version: number;
  values: FormTexts;
}

interface Draft {
  values: FormTexts;
  attempt?: { id: string; content: string };
  begun?: Begun | undefined;
}

const storageKey = (formId: string) => `draft:${formId}`;

/** Returns the draft of a form, or nothing when there is none or storage is blocked. */
export function readDraft(formId: string): Draft | undefined {
  try {
    return toDraft(JSON.parse(localStorage.getItem(storageKey(formId)) ?? 'null'));
  } catch {
    return undefined;
  }
}

const areTexts = (value: unknown): value is FormTexts =>
  value instanceof Object && Object.values(value).every((text) => typeof text === 'string');

/** Takes what is sound of a stored draft: an older version of the site, or anybody, may have written it. */
function toDraft(stored: unknown): Draft | undefined {
  const { values, attempt, begun } = Object(stored);
  if (!areTexts(values)) return undefined;
  return {
    values,
    ...(typeof attempt?.id === 'string' && typeof attempt.content === 'string' && { attempt }),
    ...(Number.isInteger(begun?.version) && areTexts(begun.values) && { begun }),
  };
}

/** Forgets the drafts of all forms whose ids begin like this. */
export function forgetDrafts(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(storageKey(prefix))) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: no draft is kept.
  }
}

/** Keeps the draft of a form, or none any more. Where storage is blocked nothing is kept. */
export function writeDraft(formId: string, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(storageKey(formId), JSON.stringify(draft));
    else localStorage.removeItem(storageKey(formId));
  } catch {
    // Storage is blocked: the words stay in the form itself.
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file');

/** What is chosen by a mark: a box, or one of several that share a name. */
const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** Returns what stands in a form. Of choices it is what is chosen, or nothing. */
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

/** Whether somebody has written into it, or chosen something else, since it was shown. */
function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const shownFirst = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return control.value !== (shownFirst?.value ?? '');
  }
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Writes as a visitor would, so that whoever listens to the form hears of it. */
export function writeValue(control: Control, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Writes a text, or marks a choice, of the controls with this name. */
export function writeText(form: HTMLFormElement, name: string, text: string): void {
  for (const control of [...form.elements].filter(isControl)) {
    if (control.name !== name) continue;
    if (!isChoice(control)) {
      if (control.value !== text) writeValue(control, text);
    } else if (control.checked !== (control.value === text)) {
      control.checked = control.value === text;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

const saysTheSame = (texts: FormTexts, { values }: Begun): boolean =>
  Object.entries(texts).every(([name, text]) => text === (values[name] ?? ''));

/**
 * Keeps what is written into a form. Words typed before the page came alive win over a kept draft.
 * A draft of a change keeps what it `begun` from.
 */
export function useDraft(
  formId: string,
  formRef: RefObject<HTMLFormElement | null>,
  begun?: RefObject<Begun | undefined>,
) {
  /** The last try of this page's life; the kept draft knows those of earlier ones. */
  const lastAttempt = useRef<Draft['attempt']>(undefined);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const keep = () => {
      const draft = readDraft(formId);
      // What belongs to a control that has not arrived yet is kept for it.
      const values = { ...draft?.values, ...readTexts(form) };
      const from = begun?.current;
      // What has been typed and taken back is no change, and need not be kept as one.
      if (from && saysTheSame(values, from)) writeDraft(formId, undefined);
      else writeDraft(formId, { ...draft, values, ...(from && { begun: from }) });
    };
    const touched = new Set(
      [...form.elements]
        .filter(isControl)
        .filter(isTouched)
        .map(({ name }) => name),
    );
    for (const [name, text] of Object.entries(readDraft(formId)?.values ?? {})) {
      if (!touched.has(name)) writeText(form, name, text);
    }
    if ([...form.elements].filter(isControl).some(isTouched)) keep();
    form.addEventListener('input', keep);
    return () => form.removeEventListener('input', keep);
  }, [formId, formRef, begun]);

  /** Returns the id for sending these words: the same at every try, so that nothing is stored twice. */
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
