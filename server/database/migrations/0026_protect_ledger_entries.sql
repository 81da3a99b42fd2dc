-- A movement of money is never changed or deleted. PostgreSQL refuses both, also to the owner of the table, unless it grants
-- itself the right again; superusers are not bound.
revoke update, delete, truncate on table "ledger_entries" from public, current_user;
