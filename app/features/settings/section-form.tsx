import { FormProvider, getFormProps, useFormMetadata } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Button } from '#app/ui/button.tsx';
import type { SettingsSection } from '#domain/settings/sections.ts';
import type { z } from '#domain/zod.ts';
import { FormErrors } from '../forms/form-fields.tsx';
import type { ProblemDetails } from '../forms/problem.ts';
import { useSentForm } from '../forms/use-schema-form.ts';
import { coerceSection } from './coerce-section.ts';
import { SectionFields } from './schema-fields.tsx';
import { ArrivalsContext, sectionFormId } from './section-context.ts';
import { toTypedText } from './typed-text.ts';

interface SectionFormProps extends Pick<ComponentProps<typeof SectionFields>, 'opened' | 'onOpen'> {
  section: SettingsSection;
  schema: z.ZodObject;
  /** What the form starts with: the saved value, or a draft. */
  begun: object;
  saved: object;
  /** Saves the section. Returns what is wrong with it, if anything is. */
  save: (value: object) => Promise<ProblemDetails | 'edited-elsewhere' | undefined>;
  /** Called with what is typed, or nothing when it is what is saved. */
  onTyped: (typed: object | undefined) => void;
  /** Called with a valid value a moment after it was typed. */
  onValid: (value: object) => void;
  /** Shown next to the button. */
  status: ReactNode;
}

/** The form of a section: its fields, and the bar that saves them. */
export function SectionForm({ section, schema, begun, save, status, ...props }: SectionFormProps) {
  const [saved, setSaved] = useState(() => toTypedText(props.saved));
  const [coerced] = useState(() => coerceSection(schema));
  const parse = (formData: FormData) =>
    parseWithZod(formData, { schema: coerced, disableAutoCoercion: true });
  const { form, fields, isSending } = useSentForm({
    ...{ id: sectionFormId(section), schema, parse },
    defaultValue: begun as Record<string, never>,
    async send(value) {
      const sent = toTypedText(form.value);
      const problem = await save(value);
      if (problem === 'edited-elsewhere') return undefined;
      if (problem === undefined) setSaved(sent);
      return problem;
    },
  });
  const { ref, wantFocus } = useFocusOnFirstError();
  const { arrivals, isArriving, isSaveWanted, wantSave } = useArrivals(ref);
  function reportValid(): void {
    const submission = ref.current && parse(new FormData(ref.current));
    if (submission?.status === 'success') props.onValid(submission.value);
  }
  return (
    <ArrivalsContext value={arrivals}>
      <FormProvider context={form.context}>
        <form
          {...getFormProps(form)}
          ref={ref}
          noValidate
          onSubmit={(event) => {
            // The buttons of lists are submits of Conform's own, with an intent.
            const { submitter } = event.nativeEvent as SubmitEvent;
            const isSave = !submitter || submitter.hasAttribute('data-saves');
            if (isSave && isArriving) {
              event.preventDefault();
              wantSave();
              return;
            }
            if (isSave) wantFocus();
            form.onSubmit(event);
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
            className="sticky bottom-[var(--bottom-bar,0px)] z-20 -mx-1 mt-3 flex items-center gap-x-4 border-t border-hairline bg-ground px-1 py-3 sm:gap-x-5"
          >
            {/* Not `disabled`, which would take the focus away. */}
            <Button
              type="submit"
              data-saves
              aria-disabled={isSending}
              className="shrink-0 aria-disabled:opacity-60 aria-disabled:hover:brightness-100"
            >
              {isSaveWanted ? 'Uploading...' : isSending ? 'Saving...' : 'Save'}
            </Button>
            {status}
          </div>
        </form>
      </FormProvider>
    </ArrivalsContext>
  );
}

/** How long nothing is typed before the preview follows, in milliseconds. */
const pauseMs = 400;

interface TypedWordsProps extends Pick<SectionFormProps, 'onTyped'> {
  /** The saved value, as `toTypedText` writes it. */
  saved: string;
  onPause: () => void;
}

/** Follows what is typed, in a component of its own: nothing else is drawn again for it. */
function TypedWords({ saved, onTyped, onPause }: TypedWordsProps) {
  const { value } = useFormMetadata();
  const isChanged = toTypedText(value) !== saved;
  const tell = useEffectEvent(() => onTyped(isChanged ? { ...value } : undefined));
  const pause = useEffectEvent(onPause);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is typed
  useEffect(() => {
    tell();
    const timer = setTimeout(pause, pauseMs);
    return () => clearTimeout(timer);
  }, [value, isChanged]);
  return null;
}

/** The first wrong field gets the focus, once what is folded up around it is open. */
function useFocusOnFirstError() {
  const ref = useRef<HTMLFormElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!first) return;
    isWanted.current = false;
    for (
      let part = first.closest('details');
      part;
      part = part.parentElement?.closest('details') ?? null
    )
      part.open = true;
    first.focus();
  });
  return {
    ref,
    wantFocus: () => {
      isWanted.current = true;
    },
  };
}

/** Pictures that are being uploaded: a press on Save waits for them. */
function useArrivals(form: RefObject<HTMLFormElement | null>) {
  const [awaited, setAwaited] = useState<ReadonlySet<string>>(new Set());
  const [isSaveWanted, setIsSaveWanted] = useState(false);
  const isArriving = awaited.size > 0;
  const submit = useEffectEvent(() => {
    setIsSaveWanted(false);
    form.current?.requestSubmit();
  });
  useEffect(() => {
    if (!isSaveWanted || isArriving) return;
    // This may run during the press on Save, and a form that is being submitted is not submitted again.
    const timer = setTimeout(submit);
    return () => clearTimeout(timer);
  }, [isSaveWanted, isArriving]);
  const [arrivals] = useState(() => ({
    begin: (name: string) => setAwaited((before) => new Set(before).add(name)),
    end: (name: string) =>
      setAwaited((before) => new Set([...before].filter((other) => other !== name))),
    /** An upload failed: the mentor looks at the form before it is saved. */
    fail: () => setIsSaveWanted(false),
  }));
  return { arrivals, isArriving, isSaveWanted, wantSave: () => setIsSaveWanted(true) };
}
