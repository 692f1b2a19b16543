import { hasSecondFactor } from '#features/accounts/server/index.ts';
import {
  type ConfirmableStep,
  type FirstStep,
  type FirstSteps,
  firstSteps,
} from '#features/admin/rules/first-steps.ts';
import { hasBackupElsewhere } from '#features/backups/server/index.ts';
import { type MailProblemDeps, readMailProblem } from '#features/mail/server/index.ts';
import {
  findSetting,
  isSample,
  listSamples,
  putSetting,
  readCurrentSettings,
} from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { hasPlaceholder } from '#rules/legal-text.ts';
import { z } from '#rules/zod.ts';

/** The dependencies of the first steps. */
export interface FirstStepsDeps extends MailProblemDeps {
  /** Whether the site is only reachable from this machine. */
  isLocal: boolean;
}

const settingKey = 'first-steps';

/** The state that only this setting records. */
const stateSchema = z.object({
  isDismissed: z.boolean().default(false),
  confirmed: z.array(z.string()).default([]),
  isTestMailAccepted: z.boolean().default(false),
});
type State = z.output<typeof stateSchema>;

async function readState(db: Executor): Promise<State> {
  const text = await findSetting(db, settingKey);
  return stateSchema.parse(text === undefined ? {} : JSON.parse(text));
}

/**
 * Merges changes into the stored state. Concurrent changes may overwrite each other; the step then
 * has to be repeated.
 */
async function saveState(db: Executor, changes: Partial<State>): Promise<void> {
  await putSetting(db, settingKey, JSON.stringify({ ...(await readState(db)), ...changes }));
}

/** Returns the progress of the first steps for the signed-in user. */
export async function readFirstSteps(
  { db, mailServers, isLocal }: FirstStepsDeps,
  { userId }: { userId: string },
): Promise<FirstSteps> {
  const [standing, isProtected, { isDismissed, ...known }, isBackedUp, problem] = await Promise.all(
    [
      readCurrentSettings(db),
      hasSecondFactor(db, userId),
      readState(db),
      hasBackupElsewhere(db),
      readMailProblem({ db, mailServers }),
    ],
  );
  const { site, offers, booking, payments, pictures, texts, legal } = standing;
  const { name, city, record } = texts.value.about.founder;
  const { privacy, terms } = legal.value;
  const isConfirmed = (step: ConfirmableStep) => known.confirmed.includes(step);
  const isDone: Record<FirstStep, boolean> = {
    facts: listSamples(site.value).length === 0,
    prices: !offers.isDefault || isConfirmed('prices'),
    payments: listSamples(payments.value).length === 0 || isConfirmed('payments'),
    hours: !booking.isDefault || isConfirmed('hours'),
    mentor: [name, city, record].every(Boolean),
    portrait: !isSample(pictures.value.portrait.src),
    mail: problem === null && known.isTestMailAccepted,
    'second-factor': isProtected,
    privacy: [privacy, terms].every((text) => text !== '' && !hasPlaceholder(text)),
    backup: isBackedUp || isConfirmed('backup'),
  };
  return {
    is_dismissed: isDismissed,
    is_nameless: !isLocal && !name,
    steps: firstSteps.map((name) => ({ name, is_done: isDone[name] })),
  };
}

/** Hides the first steps for everyone. */
export const dismissFirstSteps = ({ db }: FirstStepsDeps): Promise<void> =>
  saveState(db, { isDismissed: true });

/** Shows the first steps again. */
export const recallFirstSteps = ({ db }: FirstStepsDeps): Promise<void> =>
  saveState(db, { isDismissed: false });

/** Records that someone has confirmed a step. */
export async function confirmStep(
  { db }: FirstStepsDeps,
  { step }: { step: ConfirmableStep },
): Promise<void> {
  const { confirmed } = await readState(db);
  await saveState(db, { confirmed: [...new Set([...confirmed, step])] });
}

/** Records that the mail server accepted a test email. */
export const noteTestMail = (db: Executor): Promise<void> =>
  saveState(db, { isTestMailAccepted: true });
