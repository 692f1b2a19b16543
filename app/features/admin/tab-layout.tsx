import type { ReactNode } from 'react';

/** A tab with a form and a list: side by side where there is room, the form above on phones. */
export function TabLayout({ form, children }: { form: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <div>{form}</div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
