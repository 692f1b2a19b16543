import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { clearDraft, type Draft, readDraft, writeDraft } from './draft.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file');

/** Every named text and choice of a form that can be made now. */
function readValues(form: HTMLFormElement): Record<string, string> {
  const controls = [...form.elements].filter(isControl).filter(({ disabled }) => !disabled);
  return Object.fromEntries(controls.map(({ name, value }) => [name, value]));
}

/** Writes as a visitor would, so that whoever listens to the form hears of it. */
export function writeValue(control: Control, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Keeps what a visitor writes into a form: across reloads, closed tabs and failed
 * tries. Words that were typed before the page came alive win over a kept draft.
 */
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

  /**
   * The id for sending these words. The same words keep their id, so that trying
   * again cannot store them twice; other words are another submission.
   */
  const submissionId = useCallback(
    (content: string, createId: () => string): string => {
      const draft = readDraft(formId);
      const known = lastAttempt.current ?? draft?.attempt;
      const attempt = known?.content === content ? known : { id: createId(), content };
      lastAttempt.current = attempt;
      writeDraft(formId, { values: draft?.values ?? {}, attempt });
      return attempt.id;
    },
    [formId],
  );

  const forget = useCallback(() => {
    lastAttempt.current = undefined;
    clearDraft(formId);
  }, [formId]);
  return { submissionId, forget };
}
