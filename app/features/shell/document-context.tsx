import { createContext, use } from 'react';

/** What only the server knows while it renders the document around a page. */
interface DocumentContextValue {
  /** The nonce that this answer's Content-Security-Policy names. Browsers hide it from scripts. */
  nonce: string | undefined;
  /**
   * The whole style sheet. It stands in the document itself, so that the first paint
   * waits for nothing else; empty in development, where Vite serves and updates it.
   */
  styles: string;
}

const stylesId = 'site-styles';

/** In the browser the style sheet is read back from the document it came in. */
const inBrowser = (): DocumentContextValue => ({
  nonce: undefined,
  styles: document.getElementById(stylesId)?.textContent ?? '',
});

const DocumentContext = createContext<DocumentContextValue | null>(
  typeof document === 'undefined' ? null : inBrowser(),
);

export const DocumentProvider = DocumentContext.Provider;

/** The document's nonce and styles. Throws on a server that provides none. */
export function useDocumentContext(): DocumentContextValue {
  const value = use(DocumentContext);
  if (!value) throw new Error('A document is rendered without its DocumentProvider');
  return value;
}

/**
 * The style sheet inside the document. The security policy knows it by its hash, so that it
 * holds as well where React makes the document anew, as it does for the error screen: a nonce
 * would be known to the first answer only.
 */
export function InlineStyles() {
  const { styles } = useDocumentContext();
  return (
    <style
      id={stylesId}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, made at build time
      dangerouslySetInnerHTML={{ __html: styles }}
    />
  );
}
