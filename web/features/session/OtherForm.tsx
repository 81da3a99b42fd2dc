import { Link, useLocation } from 'react-router';

/** The link between login and register. It keeps the origin location. */
export function OtherForm({ question, name, to }: { question: string; name: string; to: string }) {
  const { state } = useLocation();
  return (
    <>
      <span>{question}</span>{' '}
      <Link className="text-link" state={state} to={to}>
        {name}
      </Link>
    </>
  );
}
