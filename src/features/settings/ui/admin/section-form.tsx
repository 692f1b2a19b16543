import { FormProvider, getFormProps, useFormMetadata } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { FormErrors, type ProblemDetails, useSentForm } from '#features/forms/ui/index.ts';
import { withoutMadeWords } from '#features/settings/rules/amounts.ts';
import type { SettingsSection } from '#features/settings/rules/sections.ts';
import type { z } from '#rules/zod.ts';
import { Button } from '#ui/button.tsx';
import { coerceSection, toTypedText } from './form-values.ts';
import { SectionFields } from './schema-fields.tsx';
import { sectionFormId, UploadingContext } from './section-context.ts';

interface SectionFormProps extends Pick<ComponentProps<typeof SectionFields>, 'opened' | 'onOpen'> {
  section: SettingsSection;
  schema: z.ZodObject;
  /** The initial value of the form: the saved one or a draft. */
  begun: object;
  saved: object;
  /** Saves the section. Returns the problem, if there is one. */
  save: (value: object) => Promise<ProblemDetails | 'edited-elsewhere' | undefined>;
  /** Called with the typed value; undefined if it equals the saved value. */
  onTyped: (typed: object | undefined) => void;
  /** Called with a valid value, shortly after it was typed. */
  onValid: (value: object) => void;
  /** Shown next to the button. */
  status: ReactNode;
}

/** The form of a section: its fields, and the bar that saves them. */
export function SectionForm({ section, schema, begun, save, status, ...props }: SectionFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const toForm = section === 'offers' ? withoutMadeWords : (value: object) => value;
  const [saved, setSaved] = useState(() => toTypedText(toForm(props.saved)));
  const [coerced] = useState(() => coerceSection(schema));
  const parse = (formData: FormData) =>
    parseWithZod(formData, { schema: coerced, disableAutoCoercion: true });
  const { form, fields, isSending } = useSentForm({
    id: sectionFormId(section),
    schema,
    parse,
    defaultValue: toForm(begun) as Record<string, never>,
    async send(value) {
      const sent = toTypedText(form.value);
      const problem = await save(value);
      if (problem === 'edited-elsewhere') return undefined;
      if (problem === undefined) setSaved(sent);
      setTimeout(focusFirstError, 0, ref.current);
      return problem;
    },
  });
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const [noteUpload] = useState(
    () => (name: string, isUploading: boolean) =>
      setUploads((before) => [
        ...before.filter((other) => other !== name),
        ...(isUploading ? [name] : []),
      ]),
  );
  const isUploading = uploads.length > 0;
  function reportValid(): void {
    const submission = ref.current && parse(new FormData(ref.current));
    if (submission?.status === 'success') props.onValid(submission.value);
  }
  return (
    <UploadingContext value={noteUpload}>
      <FormProvider context={form.context}>
        <form
          {...getFormProps(form)}
          ref={ref}
          noValidate
          onSubmit={(event) => {
            // The buttons of lists submit an intent of Conform.
            const { submitter } = event.nativeEvent as SubmitEvent;
            const isSave = !submitter || submitter.hasAttribute('data-saves');
            if (isSave && isUploading) return event.preventDefault();
            form.onSubmit(event);
            // After the errors have rendered.
            if (isSave) setTimeout(focusFirstError, 0, ref.current);
          }}
          className="grid gap-3"
        >
          <TypedWords saved={saved} onTyped={props.onTyped} onPause={reportValid} />
          <FormErrors id={form.errorId} errors={form.errors} />
          <SectionFields
            schema={schema}
            fields={fields as ComponentProps<typeof SectionFields>['fields']}
            opened={props.opened}
            onOpen={props.onOpen}
          />
          <div
            data-save-bar
            className="sticky bottom-[var(--bottom-bar,0px)] z-20 short:static -mx-1 mt-3 flex items-center gap-x-4 border-t border-hairline bg-ground px-1 py-3 sm:gap-x-5"
          >
            {/* `disabled` would lose the focus. */}
            <Button
              type="submit"
              data-saves
              aria-disabled={isSending || isUploading}
              className="shrink-0 aria-disabled:opacity-60 aria-disabled:hover:[filter:none]"
            >
              {isUploading ? 'Uploading...' : isSending ? 'Saving...' : 'Save'}
            </Button>
            {status}
          </div>
        </form>
      </FormProvider>
    </UploadingContext>
  );
}

/** Opens the groups around the first invalid field, and focuses it. */
function focusFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  for (let part = first?.closest('details'); part; part = part.parentElement?.closest('details'))
    part.open = true;
  first?.focus();
}

/** How long after the last keystroke the preview updates, in milliseconds. */
const pauseMs = 400;

interface TypedWordsProps extends Pick<SectionFormProps, 'onTyped'> {
  /** The saved value in the format of `toTypedText`. */
  saved: string;
  onPause: () => void;
}

/** Observes the form's value. A separate component, so that a keystroke renders nothing else. */
function TypedWords({ saved, onTyped, onPause }: TypedWordsProps) {
  const { value } = useFormMetadata();
  const typed = toTypedText(value);
  const isChanged = typed !== saved;
  const tell = useEffectEvent(() => onTyped(isChanged ? { ...value } : undefined));
  const pause = useEffectEvent(onPause);
  // Each render makes a new value, also the render of a new preview.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the typed text changes
  useEffect(() => {
    tell();
    const timer = setTimeout(pause, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isChanged]);
  return null;
}
