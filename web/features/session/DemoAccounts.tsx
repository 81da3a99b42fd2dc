import { demoAccounts, demoPassword } from '#contract/demo-accounts.ts';
import { Button } from '../../ui/Button.tsx';
import { useSignInWays } from './queries.ts';

/** Lists the demo accounts and their password. Renders nothing outside the demo. */
export function DemoAccounts({
  onChoose,
}: {
  onChoose: (account: Readonly<Record<'email' | 'password', string>>) => void;
}) {
  const ways = useSignInWays();
  if (!ways?.demo) return null;
  return (
    <section
      aria-labelledby="demo-accounts"
      className="rounded-lg border border-line bg-surface p-5 shadow-rest"
    >
      <h2 className="text-subheading leading-tight" id="demo-accounts">
        This is a demo
      </h2>
      <p className="mt-1 text-sm text-muted">
        Try any of these accounts. The password for each is{' '}
        <code className="font-semibold text-ink">{demoPassword}</code>
      </p>
      <ul className="mt-3 divide-y divide-line">
        {demoAccounts.map(({ email, is }) => (
          <li className="flex items-center gap-3 py-2" key={email}>
            <span className="min-w-0 flex-1 text-sm">
              <span className="block font-semibold">{is}</span>
              <span className="block text-muted wrap-anywhere">{email}</span>
            </span>
            <Button
              aria-label={`Fill in ${email}`}
              onClick={() => onChoose({ email, password: demoPassword })}
              size="small"
            >
              Fill in
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
