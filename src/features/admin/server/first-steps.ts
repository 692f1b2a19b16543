import { hasSecondFactor } from '#features/accounts/server/index.ts';
import {
  type ConfirmableStep,
  type FirstStep,
  type FirstSteps,
  firstSteps,
} from '#features/admin/rules/first-steps.ts';
import { hasBackupElsewhere } from '#features/backups/server/index.ts';
import { type MailProblemDeps, readMailProblem } from '#features/mail/server/index.ts';
import { hasOpenPlace } from '#features/people/rules/index.ts';
import {
  findSetting,
  isSample,
  listSamples,
  putSetting,
  readCurrentSettings,
} from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { z } from '#rules/zod.ts';

/** What the use cases of the first steps work on. */
export type FirstStepsDeps = MailProblemDeps;

const settingKey = 'first-steps';

/** What nothing else of the site tells by itself. */
const kept = z.object({
  isDismissed: z.boolean().default(false),
  confirmed: z.array(z.string()).default([]),
  isTestMailAccepted: z.boolean().default(false),
});
type Kept = z.output<typeof kept>;

async function readKept(db: Executor): Promise<Kept> {
  const text = await findSetting(db, settingKey);
  return kept.parse(text === undefined ? {} : JSON.parse(text));
}

/** Keeps something more. What two do at the same moment may leave one of it to be done again. */
async function keep(db: Executor, changes: Partial<Kept>): Promise<void> {
  await putSetting(db, settingKey, JSON.stringify({ ...(await readKept(db)), ...changes }));
}

/** Returns how far the first steps are, for whoever is signed in. */
export async function readFirstSteps(
  { db, mailServers }: FirstStepsDeps,
  { userId }: { userId: string },
): Promise<FirstSteps> {
  const [standing, isProtected, { isDismissed, ...known }, isBackedUp, problem] = await Promise.all(
    [
      readCurrentSettings(db),
      hasSecondFactor(db, userId),
      readKept(db),
      hasBackupElsewhere(db),
      readMailProblem({ db, mailServers }),
    ],
  );
  const { site, offers, booking, payments, pictures, legal } = standing;
  const { privacy, terms } = legal.value;
  const isConfirmed = (step: ConfirmableStep) => known.confirmed.includes(step);
  const isDone: Record<FirstStep, boolean> = {
    facts: listSamples(site.value).length === 0,
    prices: !offers.isDefault || isConfirmed('prices'),
    payments: listSamples(payments.value).length === 0 || isConfirmed('payments'),
    hours: !booking.isDefault || isConfirmed('hours'),
    portrait: !isSample(pictures.value.portrait.src),
    mail: problem === null && known.isTestMailAccepted,
    'second-factor': isProtected,
    privacy: [privacy, terms].every((text) => text !== '' && !hasOpenPlace(text)),
    backup: isBackedUp || isConfirmed('backup'),
  };
  return {
    is_dismissed: isDismissed,
    steps: firstSteps.map((name) => ({ name, is_done: isDone[name] })),
  };
}

/** Shows the first steps no more, to nobody. */
export const dismissFirstSteps = ({ db }: FirstStepsDeps): Promise<void> =>
  keep(db, { isDismissed: true });

/** Shows them again. */
export const recallFirstSteps = ({ db }: FirstStepsDeps): Promise<void> =>
  keep(db, { isDismissed: false });

/** Takes somebody's word for what the site cannot know. */
export async function confirmStep(
  { db }: FirstStepsDeps,
  { step }: { step: ConfirmableStep },
): Promise<void> {
  const { confirmed } = await readKept(db);
  await keep(db, { confirmed: [...new Set([...confirmed, step])] });
}

/** Remembers that the mail server has taken a test mail. */
export const noteTestMail = (db: Executor): Promise<void> => keep(db, { isTestMailAccepted: true });
