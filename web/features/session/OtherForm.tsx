import { Link, useLocation } from 'react-router';

/** The way between login and register. Where the person wanted to go travels along. */
export function OtherForm({ question, name, to }: { question: string; name: string; to: string }) {
  const { state } = useLocation();
  return (
    <>
      {question}{' '}
      <Link className="text-link" state={state} to={to}>
        {name}
      </Link>
    </>
  );
}
