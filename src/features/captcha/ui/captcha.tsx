import { createContext, use, useEffect, useRef, useState } from 'react';
import {
  type CaptchaKind,
  type CaptchaWidget,
  captchaField,
  captchaHosts,
} from '#rules/captcha.ts';

/** The API that the scripts of both providers have in common. */
interface CaptchaScript {
  render(
    container: HTMLElement,
    options: { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void },
  ): string;
  reset(widget: string): void;
}

const findScript = (kind: CaptchaKind): CaptchaScript | undefined => Reflect.get(window, kind);

function loadScript(kind: CaptchaKind): Promise<CaptchaScript> {
  const { script } = captchaHosts[kind];
  return new Promise((resolve, reject) => {
    const settle = () => {
      const loaded = findScript(kind);
      if (loaded) resolve(loaded);
      else reject(new Error('The captcha did not load'));
    };
    if (findScript(kind)) return settle();
    let element = document.querySelector<HTMLScriptElement>(`script[src="${script}"]`);
    if (!element) {
      element = Object.assign(document.createElement('script'), { src: script });
      document.head.append(element);
    }
    element.addEventListener('load', settle);
    element.addEventListener('error', settle);
  });
}

/** The captcha of the forms inside. */
export const CaptchaContext = createContext<CaptchaWidget | null>(null);

/**
 * The captcha of a form, if the site uses one. A token is valid once: change `renewKey` after
 * sending.
 */
export function Captcha({ renewKey }: { renewKey: unknown }) {
  const captcha = use(CaptchaContext);
  return captcha ? <Puzzle {...captcha} renewKey={renewKey} /> : null;
}

function Puzzle({ kind, siteKey, renewKey }: CaptchaWidget & { renewKey: unknown }) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);
  const [token, setToken] = useState('');
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    let isGone = false;
    loadScript(kind)
      .then((script) => {
        if (isGone || !container.current || widget.current !== undefined) return;
        widget.current = script.render(container.current, {
          sitekey: siteKey,
          callback: setToken,
          'expired-callback': () => setToken(''),
        });
      })
      .catch(() => setHasFailed(true));
    return () => {
      isGone = true;
    };
  }, [kind, siteKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a token that was sent is used up
  useEffect(() => {
    if (widget.current === undefined) return;
    setToken('');
    findScript(kind)?.reset(widget.current);
  }, [renewKey]);

  return (
    <div className="grid gap-2">
      <div ref={container} className="min-h-16" />
      <input type="hidden" name={captchaField} value={token} />
      {hasFailed && (
        <p role="status" className="text-sm text-danger">
          The robot check didn’t load. Reload the page.
        </p>
      )}
      <noscript>
        <p className="text-sm text-danger">Turn on JavaScript to send this form.</p>
      </noscript>
    </div>
  );
}
