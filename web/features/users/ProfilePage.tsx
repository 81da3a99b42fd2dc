import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { useDashboardUser } from '../../frame/use-dashboard-user.ts';
import { paths } from '../../routing/paths.ts';
import { ChangeName } from './ChangeName.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ChangePicture } from './ChangePicture.tsx';
import { CloseAccount } from './CloseAccount.tsx';
import { ExportData } from './ExportData.tsx';
import { Sessions } from './Sessions.tsx';

/** Where people edit their data, export it, or delete their account. */
export function ProfilePage() {
  const user = useDashboardUser();
  return (
    <div className="max-w-prose">
      <h1 tabIndex={-1}>{dashboardMenu.profile.name}</h1>
      <Section introduction="Your name stands beside what you sell and book." title="About you">
        <ChangePicture user={user} />
        <ChangeName user={user} />
        <p>
          <span className="block font-semibold">Email</span>
          <span className="wrap-anywhere">{user.email}</span>
        </p>
      </Section>
      <Section
        introduction={
          <>
            A new password ends your sessions in all other browsers. Without one, because you come
            by Google, or without knowing it,{' '}
            <Link className="text-link" to={paths.forgotPassword()}>
              have a new one set by mail
            </Link>
            .
          </>
        }
        title="Password"
      >
        <ChangePassword email={user.email} />
      </Section>
      <Section
        introduction="If you were signed in on a computer that is not yours, sign it out here. It takes up to an hour until every page there has noticed."
        title="Where you are signed in"
      >
        <Sessions />
      </Section>
      <Section
        introduction="Everything that the shop keeps about you, in a file that other programs can read."
        title="Your data"
      >
        <ExportData user={user} />
      </Section>
      {/* The shop must never be without an admin, so an admin's account is not closed here. */}
      {user.role !== 'admin' && (
        <Section
          introduction="You can no longer sign in, what you have not sold is taken off the shelves, and what you have booked but not paid for is free again. Records of what was paid are kept."
          title="Delete your account"
        >
          <CloseAccount user={user} />
        </Section>
      )}
    </div>
  );
}

function Section({
  title,
  introduction,
  children,
}: {
  title: string;
  introduction: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mt-10 border-t border-line pt-8 first-of-type:mt-6 first-of-type:border-0 first-of-type:pt-0">
      <h2>{title}</h2>
      <p className="mt-1 text-muted">{introduction}</p>
      <div className="mt-6 space-y-6">{children}</div>
    </section>
  );
}
