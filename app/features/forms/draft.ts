import { type RefObject, useEffect, useRef } from 'react';
import { v4 as createId } from 'uuid';

interface Draft {
  values: Record<string, string>;
  attempt?: { id: string; content: string };
}

const storageKey = (formId: string) => `draft:${formId}`;

/** Returns the draft of a form, or nothing when there is none or storage is blocked. */
export function readDraft(formId: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(formId)) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is Draft {
  const values: unknown = Object(value).values;
  return (
    values instanceof Object && Object.values(values).every((text) => typeof text === 'string')
  );
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

function readValues(form: HTMLFormElement): Record<string, string> {
  const controls = [...form.elements].filter(isControl).filter(({ disabled }) => !disabled);
  return Object.fromEntries(controls.map(({ name, value }) => [name, value]));
}

/** Writes as a visitor would, so that whoever listens to the form hears of it. */
export function writeValue(control: Control, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Keeps what is written into a form. Words typed before the page came alive win over a kept draft. */
export function useDraft(formId: string, formRef: RefObject<HTMLFormElement | null>) {
  /** The last try of this page's life; the kept draft knows those of earlier ones. */
  const lastAttempt = useRef<Draft['attempt']>(undefined);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const keep = () => {
      const draft = readDraft(formId);
      // What belongs to a control that has not arrived yet is kept for it.
      writeDraft(formId, { ...draft, values: { ...draft?.values, ...readValues(form) } });
    };
    for (const [name, value] of Object.entries(readDraft(formId)?.values ?? {})) {
      const control = form.elements.namedItem(name);
      if (value && isControl(control) && !control.value) writeValue(control, value);
    }
    if (Object.values(readValues(form)).some(Boolean)) keep();
    form.addEventListener('input', keep);
    return () => form.removeEventListener('input', keep);
  }, [formId, formRef]);

  /** Returns the id for sending these words: the same at every try, so that nothing is stored twice. */
  function recordId(content: string): string {
    const draft = readDraft(formId);
    const known = lastAttempt.current ?? draft?.attempt;
    const attempt = known?.content === content ? known : { id: createId(), content };
    lastAttempt.current = attempt;
    writeDraft(formId, { values: draft?.values ?? {}, attempt });
    return attempt.id;
  }

  function forget(): void {
    lastAttempt.current = undefined;
    writeDraft(formId, undefined);
  }
  return { recordId, forget };
}
