import { FormProvider, getFormProps, useFormMetadata } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { configureCoercion } from '@conform-to/zod/v4/future';
import {
  type ComponentType,
  type ReactNode,
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
import { ArrivalsContext } from './arrivals.ts';
import { SectionContext } from './section-context.tsx';
import { sectionFormId } from './section-draft.ts';
import type { SchemaFields } from './section-fields.ts';
import { toTypedText } from './typed-text.ts';

/**
 * Conform takes an empty text for none, and a box that is not ticked. Here the one is a text that
 * the rules of its field judge, and the other says no.
 */
const { coerceFormValue } = configureCoercion({
  stripEmptyString: (text) => text,
  customize: (type) => (type._zod.def.type === 'boolean' ? (value) => value === 'on' : null),
});

interface SectionFormProps<Schema extends z.ZodObject> {
  section: SettingsSection;
  schema: Schema;
  Fields: ComponentType<SchemaFields<Schema>>;
  /** What the form begins with: what stands, or what was typed before. */
  begun: z.input<Schema>;
  /** What stands. */
  saved: z.input<Schema>;
  /** Saves what was typed. Returns what is wrong with it, if anything is. */
  save: (value: z.output<Schema>) => Promise<ProblemDetails | 'edited-elsewhere' | undefined>;
  /** Hears of what is typed; of nothing once it is what stands. */
  onTyped: (typed: Record<string, unknown> | undefined) => void;
  /** What stands beside the button. */
  status: ReactNode;
}

/** The form of a section: its fields, and the button that saves them. */
export function SectionForm<Schema extends z.ZodObject>(props: SectionFormProps<Schema>) {
  const { section, schema, Fields, begun, save, onTyped, status } = props;
  const [saved, setSaved] = useState(() => toTypedText(props.saved));
  const { form, fields, isSending } = useSentForm<Schema>({
    id: sectionFormId(section),
    schema,
    defaultValue: begun as NonNullable<Parameters<typeof useSentForm<Schema>>[0]['defaultValue']>,
    parse: (formData) =>
      parseWithZod(formData, { schema: coerceFormValue(schema), disableAutoCoercion: true }),
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
  return (
    <SectionContext value={section}>
      <ArrivalsContext value={arrivals}>
        <FormProvider context={form.context}>
          <form
            {...getFormProps(form)}
            id={form.id}
            ref={ref}
            onSubmit={(event) => {
              const { submitter } = event.nativeEvent as SubmitEvent;
              const isSave = submitter === null || submitter.matches('[data-saves]');
              if (isSave && isArriving) {
                event.preventDefault();
                wantSave();
                return;
              }
              if (isSave) wantFocus();
              form.onSubmit(event);
            }}
            className="grid gap-6"
          >
            <TypedWords saved={saved} onTyped={onTyped} />
            <FormErrors id={form.errorId} errors={form.errors} />
            <Fields fields={fields} />
            <div
              data-save-bar
              className="sticky bottom-(--bottom-bar) z-20 -mx-1 flex items-center gap-x-4 border-t border-hairline bg-ground px-1 py-3 sm:gap-x-5"
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
    </SectionContext>
  );
}

interface TypedWordsProps {
  /** What stands, as `toTypedText` writes it. */
  saved: string;
  onTyped: (typed: Record<string, unknown> | undefined) => void;
}

/** Reads along what is typed: by itself, so that nothing else of the form is drawn anew by it. */
function TypedWords({ saved, onTyped }: TypedWordsProps) {
  const { value } = useFormMetadata();
  const isChanged = toTypedText(value) !== saved;
  const tell = useEffectEvent(() => onTyped(isChanged ? { ...value } : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is typed
  useEffect(() => tell(), [value, isChanged]);
  return null;
}

/** What is wrong may be folded up when the form is sent: the focus goes there once it is seen. */
function useFocusOnFirstError() {
  const ref = useRef<HTMLFormElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    const wrong = [...(ref.current?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])];
    const first = wrong.find((control) => control.offsetParent !== null);
    if (!first) return;
    isWanted.current = false;
    first.focus();
  });
  return {
    ref,
    wantFocus: () => {
      isWanted.current = true;
    },
  };
}

/** Pictures on their way: who saves meanwhile waits for them. */
function useArrivals(form: React.RefObject<HTMLFormElement | null>) {
  const [awaited, setAwaited] = useState<ReadonlySet<string>>(new Set());
  const [isSaveWanted, setIsSaveWanted] = useState(false);
  const isArriving = awaited.size > 0;
  const submit = useEffectEvent(() => {
    setIsSaveWanted(false);
    form.current?.requestSubmit();
  });
  useEffect(() => {
    if (!isSaveWanted || isArriving) return;
    // Not at once: this may run while the press on Save is still being told of, and a form that is being sent
    // is not sent again.
    const timer = setTimeout(submit);
    return () => clearTimeout(timer);
  }, [isSaveWanted, isArriving]);
  const [arrivals] = useState(() => ({
    begin: (name: string) => setAwaited((before) => new Set(before).add(name)),
    end: (name: string) =>
      setAwaited((before) => new Set([...before].filter((other) => other !== name))),
    /** One did not arrive: what was to be saved is looked at again first. */
    fail: () => setIsSaveWanted(false),
  }));
  return { arrivals, isArriving, isSaveWanted, wantSave: () => setIsSaveWanted(true) };
}
