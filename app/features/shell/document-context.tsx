import { createContext, memo, use } from 'react';

const stylesId = 'site-styles';

/** What only the server knows while it renders the document around a page. */
const DocumentContext = createContext({
  /** The nonce that this answer's Content-Security-Policy names. Browsers hide it from scripts. */
  nonce: undefined as string | undefined,
  /**
   * The whole style sheet. It stands in the document itself, so that the first paint waits for
   * nothing else, and is read back from there in the browser; empty in development, where Vite
   * serves and updates it.
   */
  styles:
    typeof document === 'undefined' ? '' : (document.getElementById(stylesId)?.textContent ?? ''),
});

export const DocumentProvider = DocumentContext.Provider;

/** Returns the document's nonce and styles. */
export const useDocumentContext = () => use(DocumentContext);

/** A script inside the document. It runs as soon as the browser meets it, and is the same for everybody. */
export const InlineScript = memo(({ source }: { source: string }) => {
  const { nonce } = useDocumentContext();
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own functions, made of no input
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
});

/**
 * The style sheet inside the document. The security policy knows it by its hash: a nonce would not
 * hold where React makes the document anew, as it does for the error screen. Rendered once: React
 * would write the whole sheet anew.
 */
export const InlineStyles = memo(() => {
  const { nonce, styles } = useDocumentContext();
  return (
    <style
      id={stylesId}
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, made at build time
      dangerouslySetInnerHTML={{ __html: styles }}
    />
  );
});
