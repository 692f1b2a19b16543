import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { clearDraft, type Draft, readDraft, writeDraft } from './draft.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (element: unknown): element is TextControl =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file');

/** Every named text of a form. */
function readValues(form: HTMLFormElement): Record<string, string> {
  const controls = [...form.elements].filter(isTextControl);
  return Object.fromEntries(controls.map(({ name, value }) => [name, value]));
}

/** Writes as a visitor would, so that whoever listens to the form hears of it. */
export function writeValue(control: TextControl, value: string): void {
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
    const keep = () => writeDraft(formId, { ...readDraft(formId), values: readValues(form) });
    for (const [name, value] of Object.entries(readDraft(formId)?.values ?? {})) {
      const control = form.elements.namedItem(name);
      if (value && isTextControl(control) && !control.value) writeValue(control, value);
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
