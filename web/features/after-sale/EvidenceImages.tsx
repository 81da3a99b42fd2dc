import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '#contract/text.ts';
import { queryKeys } from '../../api/invalidation.ts';

/** Their addresses end after half an hour or later, so an open page asks for new ones before. */
const renewEveryMs = 20 * 60_000;

/** The pictures that a side has sent, each a link to the whole. */
export function EvidenceImages({ addresses, of }: { addresses: readonly string[]; of: string }) {
  const client = useQueryClient();
  const isEmpty = addresses.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    const renew = () => void client.invalidateQueries({ queryKey: queryKeys.bookings });
    const timer = setInterval(renew, renewEveryMs);
    return () => clearInterval(timer);
  }, [client, isEmpty]);
  if (isEmpty) return null;
  return (
    <ul className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-4">
      {addresses.map((address, index) => (
        <li key={address}>
          <a className="block" href={address} rel="noopener" target="_blank">
            <img
              alt={altOf(index + 1, of)}
              className="aspect-4/3 w-full rounded-md border border-line object-cover"
              height={150}
              loading="lazy"
              src={address}
              width={200}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function altOf(number: number, sender: string): string {
  return t`Picture ${number} from ${sender}`;
}
