import { Monitor, PencilLine } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { textLink } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.ts';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import type { z } from '#domain/zod.ts';
import { FailedNotice } from '../admin/record-list.tsx';
import { noAnswer, type ProblemDetails, readProblem } from '../forms/problem.ts';
import { type Conflict, ConflictNotice } from './conflict-notice.tsx';
import { keepMine } from './keep-mine.ts';
import { sectionLabels } from './labels.ts';
import { LivePage, type LivePageChoice } from './live-page.tsx';
import { type Question, QuestionDialog } from './question.tsx';
import { SamplesContext, useMentorZone } from './section-context.tsx';
import { keepSectionDraft, readSectionDraft } from './section-draft.ts';
import type { SchemaFields } from './section-fields.ts';
import { SectionForm } from './section-form.tsx';
import { SectionHistory } from './section-history.tsx';
import { type SectionState, useSaveSection, useSectionState } from './use-section.ts';

interface SectionEditorProps<Schema extends z.ZodObject> {
  section: SettingsSection;
  schema: Schema;
  Fields: ComponentType<SchemaFields<Schema>>;
  /** Where visitors see it. */
  pages: readonly [LivePageChoice, ...LivePageChoice[]];
}

/** A section of the settings: its form with the page beside it, and its earlier versions. */
export function SectionEditor<Schema extends z.ZodObject>(props: SectionEditorProps<Schema>) {
  const state = useSectionState<z.output<Schema>>(props.section);
  if (state.data) return <LoadedSection {...props} saved={state.data} />;
  if (state.isError)
    return (
      <FailedNotice
        text="This section could not be loaded."
        isReading={state.isFetching}
        retry={() => void state.refetch()}
      />
    );
  return (
    <div role="status" className="grid gap-6">
      <p className="sr-only">Loading</p>
      {[1, 2, 3].map((group) => (
        <Skeleton key={group} className="h-64" />
      ))}
    </div>
  );
}

type LoadedSectionProps<Schema extends z.ZodObject> = SectionEditorProps<Schema> & {
  saved: SectionState<z.output<Schema>>;
};

function LoadedSection<Schema extends z.ZodObject>(props: LoadedSectionProps<Schema>) {
  const { section, schema, Fields, pages, saved } = props;
  const editing = useEditing<z.output<Schema>>(section, saved);
  const { base, conflict, isTyped } = editing;
  const [isPageShown, setIsPageShown] = useState(false);
  const [question, ask] = useState<Question>();
  const { label } = sectionLabels[section];
  const orAsk = (text: string, action: string, onYes: () => void) =>
    isTyped ? ask({ title: `${action}?`, text, action, onYes }) : onYes();

  const samples = new Set(saved.samples.map((path) => String(readPath(saved.value, path))));

  return (
    <SamplesContext value={samples}>
      <Button
        variant="secondary"
        aria-pressed={isPageShown}
        onClick={() => setIsPageShown(!isPageShown)}
        className="mb-6 w-full lg:hidden"
      >
        {isPageShown ? <PencilLine className="size-4.5" /> : <Monitor className="size-4.5" />}
        {isPageShown ? 'Back to the form' : 'See the page'}
      </Button>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24.5rem]">
        <div className={classNames('grid gap-6', isPageShown && 'max-lg:hidden')}>
          {saved.problem && (
            <p className="rounded-sm border border-danger bg-danger-wash px-5 py-4">
              Something that was saved before does not fit any more, and stands as it came with the
              site. Please look at it and save: {saved.problem}
            </p>
          )}
          {conflict && (
            <ConflictNotice
              {...conflict}
              base={base.value}
              section={section}
              isBusy={editing.isBusy}
              onKeepMine={editing.keepMine}
              onTakeTheirs={editing.takeTheirs}
            />
          )}
          <SectionForm<Schema>
            key={editing.round}
            {...{ section, schema, Fields }}
            begun={editing.begun as z.input<Schema>}
            saved={base.value as z.input<Schema>}
            save={editing.save}
            onTyped={editing.noteTyped}
            status={
              <Status
                state={saved}
                isTyped={isTyped}
                onDiscard={() =>
                  ask({
                    title: 'Discard what you have typed?',
                    text: `${label} will be as visitors see it now.`,
                    action: 'Discard',
                    onYes: editing.discard,
                  })
                }
              />
            }
          />
          <SectionHistory
            section={section}
            current={saved}
            onBringBack={(version) =>
              orAsk('What you have typed and not saved will be gone.', 'Bring it back', () =>
                editing.replace(version.value),
              )
            }
          />
          {!saved.is_default && (
            <Button
              variant="secondary"
              onClick={() =>
                ask({
                  title: 'Back to the default?',
                  text: `Everything under ${label} will be as the site came. What stands now stays among the last versions.`,
                  action: 'Back to the default',
                  onYes: () => editing.replace(null),
                })
              }
              className="justify-self-start max-sm:w-full"
            >
              Back to the default
            </Button>
          )}
        </div>
        <div
          className={classNames(
            'h-[calc(100dvh-var(--header-height)-6.5rem)] min-h-96 lg:sticky lg:top-[calc(var(--header-height)+4.75rem)] lg:block',
            !isPageShown && 'max-lg:hidden',
          )}
        >
          <LivePage pages={pages} version={saved.version} />
        </div>
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </SamplesContext>
  );
}

/** Returns what stands at a dotted path: `socialLinks.0.href`. */
const readPath = (value: unknown, path: string): unknown =>
  path.split('.').reduce((part, key) => Object(part)[key], value);

interface StatusProps {
  state: Pick<SectionState<unknown>, 'version' | 'saved_at' | 'saved_by'>;
  isTyped: boolean;
  onDiscard: () => void;
}

/** How things stand, beside the button that saves. */
function Status({ state, isTyped, onDiscard }: StatusProps) {
  const { timeZone, timeZoneLabel } = useMentorZone();
  if (isTyped)
    return (
      <p className="text-sm text-muted">
        Not saved yet. What you type is kept on this device.{' '}
        <button type="button" onClick={onDiscard} className={textLink}>
          Discard
        </button>
      </p>
    );
  return (
    <p className="min-w-0 text-sm text-muted">
      {state.saved_at
        ? `Saved ${formatDateAndClock(state.saved_at, timeZone)} ${timeZoneLabel} by ${state.saved_by}`
        : 'As the site came.'}
    </p>
  );
}

/** What a form of a section works on, from what stands to what is typed, and back by saving. */
function useEditing<Value extends object>(section: SettingsSection, saved: SectionState<Value>) {
  const put = useSaveSection<Value>(section);
  const { revalidate } = useRevalidator();
  const [draft] = useState(() => readSectionDraft(section));
  // Typed over an older version: whoever saves that is told what came between.
  const [base, setBase] = useState(
    draft ? { ...saved, version: draft.version, value: draft.base as Value } : saved,
  );
  const [begun, setBegun] = useState<object>(draft?.value ?? saved.value);
  const [round, setRound] = useState(0);
  const [isTyped, setIsTyped] = useState(draft !== undefined);
  const [conflict, setConflict] = useState<Conflict<Value>>();
  const [isBusy, setIsBusy] = useState(false);
  const isTypedNow = useRef(isTyped);
  useSayKept(section, isTypedNow);

  function noteTyped(typed: Record<string, unknown> | undefined): void {
    // Another window may have typed something where nothing is typed here.
    if (typed || isTypedNow.current)
      keepSectionDraft(section, typed && { version: base.version, base: base.value, value: typed });
    isTypedNow.current = typed !== undefined;
    setIsTyped(typed !== undefined);
  }

  function showAnew(state: SectionState<Value>): void {
    setConflict(undefined);
    setBase(state);
    setBegun(state.value);
    setRound((before) => before + 1);
  }

  /** Begins anew with what stands: nothing is typed any more. */
  function begin(state: SectionState<Value>): void {
    noteTyped(undefined);
    showAnew(state);
  }

  // Somebody else has saved it, and nothing is typed here.
  if (saved.version > base.version && !isTyped && !isBusy && !conflict) showAnew(saved);

  /** Says that it is saved, with the way back to what stood before. */
  function saySaved(state: SectionState<Value>, before: SectionState<Value>): void {
    const isSame = state.version === before.version;
    toast.success('Settings saved', {
      id: `saved-${section}`,
      ...(!isSame && {
        duration: undoMs,
        action: { label: 'Undo', onClick: () => void undo(state, before) },
      }),
    });
  }

  async function undo(state: SectionState<Value>, before: SectionState<Value>): Promise<void> {
    const restored = await store(state.version, before.is_default ? null : before.value);
    if (!restored.state) return void toast.error(sayWhy(restored.problem));
    toast.success('The settings are as they were before.', { id: `saved-${section}` });
    // What was typed since is not lost by it.
    if (isTypedNow.current) setBase(restored.state);
    else begin(restored.state);
  }

  /** Stores a value; tells what is wrong with it where it is refused. */
  async function store(version: number, value: Value | null) {
    setIsBusy(true);
    try {
      const { response, state } = await put(version, value);
      if (state) {
        // The frame of every page shows some of it too.
        void revalidate();
        return { state };
      }
      return { problem: (await readProblem(response)) as EditedElsewhere<Value> };
    } catch {
      return { problem: noAnswer as EditedElsewhere<Value> };
    } finally {
      setIsBusy(false);
    }
  }

  async function save(value: Value): Promise<ProblemDetails | 'edited-elsewhere' | undefined> {
    const { state, problem } = await store(base.version, value);
    if (state) {
      saySaved(state, { ...saved, version: base.version });
      setConflict(undefined);
      setBase(state);
      return undefined;
    }
    if (problem.code !== 'edited-elsewhere' || !problem.current) {
      toast.error(sayWhy(problem));
      return problem;
    }
    setConflict({ mine: value, theirs: problem.current });
    return 'edited-elsewhere';
  }

  /** Puts a value in the place of what stands, whatever is typed. */
  async function replace(value: Value | null, version = saved.version): Promise<void> {
    const { state, problem } = await store(version, value);
    if (state) {
      saySaved(state, conflict?.theirs ?? saved);
      begin(state);
    } else if (problem.current && value) setConflict({ mine: value, theirs: problem.current });
    else toast.error(sayWhy(problem));
  }

  return {
    ...{ base, begun, round, isTyped, conflict, isBusy, save, noteTyped },
    replace: (value: Value | null) => void replace(value),
    keepMine(): void {
      if (!conflict) return;
      const { mine, theirs } = conflict;
      void replace(keepMine(base.value, mine, theirs.value), theirs.version);
    },
    takeTheirs: () => conflict && begin(conflict.theirs),
    discard: () => begin(saved),
  };
}

type EditedElsewhere<Value> = ProblemDetails & { current?: SectionState<Value> };

/** Longer than other notices stay: a look at the page takes a moment. */
const undoMs = 12_000;

const sayWhy = ({ title, detail }: ProblemDetails) =>
  `The settings were not saved: ${detail ?? title}`;

/** Whoever leaves with something typed is told that it is kept. */
function useSayKept(section: SettingsSection, isTyped: React.RefObject<boolean>): void {
  const say = useEffectEvent(() => {
    if (isTyped.current)
      toast.success(
        `${sectionLabels[section].label} is not saved yet. What you typed is kept here.`,
      );
  });
  useEffect(() => () => say(), []);
}
