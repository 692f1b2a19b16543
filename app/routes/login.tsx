import { pageMeta } from '#app/features/shell/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';

export const meta = () => pageMeta({ title: 'Admin Login', isIndexed: false });

export default function Login() {
  return (
    <PageHeader eyebrow="Operator" title="Admin Login">
      This door is for the operator of the site.
    </PageHeader>
  );
}
