import { LucideProvider } from 'lucide-react';
import { type ComponentType, type ReactNode, use, useLayoutEffect } from 'react';
import { doEarlyPresses } from '#document/early-presses.ts';
import { CaptchaContext } from '#features/captcha/ui/index.ts';
import type { CaptchaWidget } from '#rules/captcha.ts';
import type { SiteWideSettings } from '#server/page-context.ts';
import { iconStroke } from '#ui/icon-stroke.ts';
import { useDocumentContext } from './document-context.tsx';
import { SettingsContext, useSettings } from './settings.ts';

/** What the browser needs to hydrate an island. */
export interface IslandData<Props> {
  settings: SiteWideSettings;
  captcha: CaptchaWidget | null;
  props: Props;
}

/** Returns the data of the island that is being rendered. */
export const useIslandData = <Props,>(props: Props): IslandData<Props> => ({
  settings: useSettings(),
  captcha: use(CaptchaContext),
  props,
});

/** The providers around an island, on the server and in the browser. */
export function IslandFrame({
  settings,
  captcha,
  children,
}: Omit<IslandData<unknown>, 'props'> & { children: ReactNode }) {
  useLayoutEffect(doEarlyPresses, []);
  return (
    <LucideProvider strokeWidth={iconStroke}>
      <SettingsContext value={settings}>
        <CaptchaContext value={captcha}>{children}</CaptchaContext>
      </SettingsContext>
    </LucideProvider>
  );
}

interface IslandProps<Props> {
  component: ComponentType<Props>;
  /** Serialized into the document as JSON. */
  props: Props;
  /** The URL of the script that calls `hydrateIsland` with the component. */
  script: string;
  /** Whether the page answers the form, which was sent without scripts. */
  isAnswer?: boolean;
}

/**
 * A part of a document that React hydrates when the visitor needs it (document/wake-island.ts). It
 * is rendered separately, so that the ids match the browser's.
 */
export function Island<Props extends object>({
  component: Part,
  props,
  script,
  isAnswer = false,
}: IslandProps<Props>) {
  const { renderPart } = useDocumentContext();
  const data = useIslandData(props);
  const html = renderPart(
    <IslandFrame {...data}>
      <Part {...props} />
    </IslandFrame>,
  );
  return (
    <div
      data-island={JSON.stringify(data)}
      data-script={script}
      data-is-answer={isAnswer ? '' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
