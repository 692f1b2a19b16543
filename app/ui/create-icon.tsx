import { type ComponentProps, createElement } from 'react';

/*
 * Stands in for lucide's module of the same purpose (vite.config.ts). Its own puts an icon together anew
 * each time that it is drawn, and brings settings with it that the site does not use.
 */

/** What lucide knows of an icon: the elements that it is drawn with, in a square of 24. */
interface IconData {
  node: [name: string, attributes: Record<string, string>][];
}

/** Returns the component of an icon. It hides from screen readers, and has the site's stroke unless told otherwise. */
export default function createIcon({ node }: IconData) {
  const drawing = node.map(([name, attributes]) => createElement(name, attributes));
  return (props: ComponentProps<'svg'>) => (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={iconStroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {drawing}
    </svg>
  );
}

/** How wide the lines of an icon are, of the 24 that it measures. */
export const iconStroke = 1.75;
