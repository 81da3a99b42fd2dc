-- The functions by which products.search_lexemes is computed, again: without a rewrite of the table, what is written from
-- now on has the new lexemes, and a job renews the older rows (server/features/search/renew-lexemes.ts). Products have all
-- lexemes that they had before but one: the last sigma of a Greek word is written as any other.
-- Some databases fold capital letters in English only ('C'), or otherwise than elsewhere ('tr_TR'): these name a collation.
do $migration$
declare
  folding text := '';
begin
  if lower('ÄЖΣI') <> 'äжσi' then
    select format(' collate pg_catalog.%I', collname) into folding from pg_catalog.pg_collation
      where collname in ('pg_c_utf8', 'und-x-icu') and collnamespace = 'pg_catalog'::regnamespace
      order by collname limit 1;
  end if;
  execute format($function$
    create or replace function search_plain_text(value text) returns text
    language plpgsql immutable strict parallel safe set search_path from current as $$
    begin
      return translate(lower(unaccent(normalize(value, NFKC))%s), 'ς', 'σ');
    end $$ $function$, coalesce(folding, ''));
end $migration$;
--> statement-breakpoint
-- The stems of a text. Tokens with digits are there as they are written, joined ('jv1080') and split ('jv', '1080'): so
-- 'FP-30X' is found by 'fp30x' and by 'fp30'. With `joins_spaces` also 'jv 1080' is joined. Most texts have no such token.
create or replace function search_stems(value text, joins_spaces boolean) returns text[]
language plpgsql immutable strict parallel safe cost 1000 set search_path from current as $$
declare
  plain text := search_plain_text(value);
  joined text;
  spaced text;
  split text;
begin
  if plain ~ '[[:alnum:]][-./_][[:alnum:]]' then
    select string_agg(regexp_replace(token[1], '[-./_]', '', 'g'), ' ') into joined
      from regexp_matches(plain, '([[:alnum:]]+(?:[-./_][[:alnum:]]+)+)', 'g') token;
  end if;
  if plain ~ '[[:digit:]]' then
    if joins_spaces then
      select string_agg(token[1] || token[2], ' ') into spaced
        from regexp_matches(plain, '\m([[:alpha:]]{1,4}) ([[:digit:]][[:alnum:]]*)', 'g') token;
    end if;
    select string_agg(concat_ws(' ', token[1], token[2], nullif(token[3], '')), ' ') into split
      from regexp_matches(concat_ws(' ', plain, joined, spaced),
        '\m([[:alpha:]]+)([[:digit:]]+)([[:alpha:]]*)', 'g') token;
  end if;
  return tsvector_to_array(to_tsvector('pg_catalog.english',
    regexp_replace(concat_ws(' ', plain, joined, spaced, split), '[^[:alnum:]]+', ' ', 'g')));
end $$;
