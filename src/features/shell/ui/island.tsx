import { LucideProvider } from 'lucide-react';
import { type ComponentType, type ReactNode, use, useLayoutEffect } from 'react';
import { doEarlyPresses } from '#document/early-presses.ts';
import { CaptchaContext } from '#features/captcha/ui/index.ts';
import type { CaptchaWidget } from '#rules/captcha.ts';
import type { SiteWideFacts } from '#server/page-context.ts';
import { DocumentScript } from '#ui/document-script.tsx';
import { iconStroke } from '#ui/icon-stroke.ts';
import { useDocumentContext } from './document-context.tsx';
import { FactsContext, useFacts } from './facts.ts';

/** What the browser needs to hydrate an island. */
export interface IslandData<Props> {
  facts: SiteWideFacts;
  captcha: CaptchaWidget | null;
  props: Props;
}

/** Returns the data of the island that is being rendered. */
export const useIslandData = <Props,>(props: Props): IslandData<Props> => ({
  facts: useFacts(),
  captcha: use(CaptchaContext),
  props,
});

/** The providers around an island, on the server and in the browser. */
export function IslandFrame({
  facts,
  captcha,
  children,
}: Omit<IslandData<unknown>, 'props'> & { children: ReactNode }) {
  useLayoutEffect(doEarlyPresses, []);
  return (
    <LucideProvider strokeWidth={iconStroke}>
      <FactsContext value={facts}>
        <CaptchaContext value={captcha}>{children}</CaptchaContext>
      </FactsContext>
    </LucideProvider>
  );
}

interface IslandProps<Props> {
  component: ComponentType<Props>;
  /** Serialized into the document as JSON. */
  props: Props;
  /** The URL of the script that calls `hydrateIsland` with the component. */
  script: string;
}

/**
 * A part of a document that React hydrates. It is rendered separately, so that the ids match the
 * browser's.
 */
export function Island<Props extends object>({
  component: Part,
  props,
  script,
}: IslandProps<Props>) {
  const { renderPart } = useDocumentContext();
  const data = useIslandData(props);
  const html = renderPart(
    <IslandFrame {...data}>
      <Part {...props} />
    </IslandFrame>,
  );
  return (
    <>
      <div
        data-island={JSON.stringify(data)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <DocumentScript src={script} />
    </>
  );
}
