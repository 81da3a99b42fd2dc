import { Link } from 'react-router';
import type { SubjectKind } from '#contract/moderation/moderation-terms.ts';
import { paths } from '#contract/page-paths.ts';
import { shopHas } from '../../ui/current-shop.ts';

/** Leads to the page on which something is reported to the admins. Nothing in a shop without reports. */
export function ReportLink({
  kind,
  id,
  label,
  onWalnut = false,
}: {
  kind: SubjectKind;
  id: string;
  /** What is reported, such as 'Report this listing'. */
  label: string;
  /** On the dark ground of enlarged pictures. */
  onWalnut?: boolean;
}) {
  if (!shopHas('reports')) return null;
  return (
    <Link
      className={`inline-block py-1 text-sm underline underline-offset-4 print:hidden ${onWalnut ? 'text-on-walnut hover:no-underline' : 'text-muted hover:text-ink'}`}
      rel="nofollow"
      to={paths.report(kind, id)}
    >
      {label}
    </Link>
  );
}
