import { Monitor, PencilLine } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { isFocusLost } from '#app/ui/focus.ts';
import { textLink } from '#app/ui/link.tsx';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import type { z } from '#domain/zod.ts';
import { FailedNotice } from '../admin/record-list.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { sectionLabels } from './labels.ts';
import { LivePage, type LivePageChoice, useHasRoomForPage } from './live-page.tsx';
import { SamplesContext, useMentorZone } from './section-context.tsx';
import type { SchemaFields } from './section-fields.ts';
import { SectionForm } from './section-form.tsx';
import { SectionHistory } from './section-history.tsx';
import { useEditing } from './use-editing.ts';
import { type SectionState, useSectionState } from './use-section.ts';

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
  const [wasPageShown, setWasPageShown] = useState(false);
  const hasRoomForPage = useHasRoomForPage();
  // Beside it, both are seen: a window that is made narrow again shows what was being typed.
  if (hasRoomForPage && isPageShown) setIsPageShown(false);
  const [question, ask] = useState<Question>();
  const formRef = useFocusAfterChoice(conflict !== undefined);
  const { label } = sectionLabels[section];
  const orAsk = (text: string, action: string, onYes: () => void) =>
    isTyped ? ask({ title: `${action}?`, text, action, onYes }) : onYes();

  const samples = new Set(saved.samples.map((path) => String(readPath(saved.value, path))));

  return (
    <SamplesContext value={samples}>
      <Button
        variant="secondary"
        aria-pressed={isPageShown}
        onClick={() => {
          setIsPageShown(!isPageShown);
          setWasPageShown(true);
        }}
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
          {/* First it is chosen: what is typed meanwhile would belong to neither. */}
          <div ref={formRef} inert={conflict !== undefined} className="inert:opacity-60">
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
          </div>
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
                  text: `Everything under ${label} will be as the site came. What stands now stays among the last versions.${isTyped ? ' What you have typed and not saved will be gone.' : ''}`,
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
          {/* Where it takes the place of the form, nothing of it is loaded before it is asked for. */}
          {(hasRoomForPage || wasPageShown) && <LivePage pages={pages} version={saved.version} />}
        </div>
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </SamplesContext>
  );
}

/** What was chosen from is gone then: the keyboard goes on at the button that saves. */
function useFocusAfterChoice(isAsked: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    if (wasAsked.current && !isAsked && isFocusLost())
      ref.current?.querySelector<HTMLElement>('[data-saves]')?.focus({ preventScroll: true });
    wasAsked.current = isAsked;
  }, [isAsked]);
  return ref;
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
