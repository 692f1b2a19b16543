import { createContext, memo, use } from 'react';

const stylesId = 'site-styles';

/** The rules that stand in the document, as its browser has them. */
const inlineStyles =
  typeof document === 'undefined' ? '' : (document.getElementById(stylesId)?.textContent ?? '');

/** What only the server knows while it renders the document around a page. */
const DocumentContext = createContext({
  /** The nonce that this answer's Content-Security-Policy names. Browsers hide it from scripts. */
  nonce: undefined as string | undefined,
});

export const DocumentProvider = DocumentContext.Provider;

/** Returns the document's nonce. */
export const useDocumentContext = () => use(DocumentContext);

interface InlineScriptProps {
  /** A text that the build has made (scripts/inline-scripts.ts). */
  source: string;
  [data: `data-${string}`]: string;
}

/** A script inside the document. It runs as soon as the browser meets it, and is the same for everybody. */
export const InlineScript = memo(({ source, ...data }: InlineScriptProps) => {
  const { nonce } = useDocumentContext();
  return (
    <script
      nonce={nonce}
      {...data}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, made of no input
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
});

/**
 * The rules that the first paint needs; the server puts them in last (inline-styles.ts). The
 * security policy knows them by their hash: a nonce would not hold where React makes the document
 * anew, as it does for the error screen. Rendered once: React would write them all anew.
 */
export const InlineStyles = memo(() => {
  const { nonce } = useDocumentContext();
  return (
    <style
      id={stylesId}
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, made at build time
      dangerouslySetInnerHTML={{ __html: inlineStyles }}
    />
  );
});
