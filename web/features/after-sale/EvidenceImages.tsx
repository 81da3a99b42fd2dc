import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '#contract/text.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { PictureLinks } from '../../ui/PictureLinks.tsx';

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
    <div className="mt-3">
      <PictureLinks
        columns="grid-cols-3 gap-3 sm:grid-cols-4"
        pictures={addresses.map((address, index) => ({ address, alt: altOf(index + 1, of) }))}
      />
    </div>
  );
}

function altOf(number: number, sender: string): string {
  return t`Picture ${number} from ${sender}`;
}
