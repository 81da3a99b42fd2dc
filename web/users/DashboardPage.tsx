import { Link } from 'react-router';
import { paths } from '../addresses.ts';
import { useIdentity } from '../identity/identity.ts';
import { buttonLook } from '../ui/button-look.ts';

/** The first page of people who are signed in. */
export function DashboardPage() {
  const identity = useIdentity();
  // The guard around this page lets nobody else in.
  if (identity === null || identity === 'pending') return null;
  const { name, email } = identity;
  return (
    <div className="mx-auto max-w-page px-4 py-12 md:py-20">
      <h1>Welcome, {name}</h1>
      <p className="mt-4 text-muted">You are signed in as {email}.</p>
      <Link className={`mt-8 ${buttonLook('primary')}`} to={paths.home()}>
        See what is on sale
      </Link>
    </div>
  );
}
