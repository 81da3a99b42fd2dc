import { useLocation } from 'react-router';
import { Picture } from '../../ui/Picture.tsx';
import { pictureToShow, reasonToLogIn, reasonToRegister } from './login-reasons.ts';

/** Why one is asked to log in or to register, with the picture of the instrument that it is about. */
export function LoginReason({ isForNewUsers = false }: { isForNewUsers?: boolean }) {
  const { state } = useLocation();
  const reason = isForNewUsers ? reasonToRegister(state) : reasonToLogIn(state);
  const picture = pictureToShow(state);
  if (!reason) return null;
  return (
    <div className="flex items-center gap-4 rounded-lg border border-line bg-surface p-3 shadow-rest">
      {picture && (
        <Picture
          address={picture.address}
          alt=""
          className="w-28 shrink-0"
          isEager
          sizes="7rem"
          source={picture.source}
        />
      )}
      <p className="min-w-0 font-semibold wrap-anywhere">{reason}</p>
    </div>
  );
}
