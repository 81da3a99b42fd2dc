CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"side" text NOT NULL,
	"appellant_id" uuid,
	"text" text,
	"created_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "appeals_side_known" CHECK ("appeals"."side" in ('subject', 'reporter')),
	CONSTRAINT "appeals_outcome_known" CHECK ("appeals"."outcome" in ('upheld', 'reversed')),
	CONSTRAINT "appeals_decided_has_an_outcome" CHECK (("appeals"."outcome" is null) = ("appeals"."decided_at" is null) and ("appeals"."outcome" is not null or "appeals"."decided_by" is null and "appeals"."reason" is null)),
	CONSTRAINT "appeals_text_lengths" CHECK (char_length("appeals"."text") between 1 and 5000 and char_length("appeals"."reason") between 1 and 5000)
);
--> statement-breakpoint
ALTER TABLE "case_mails" DROP CONSTRAINT "case_mails_kind_known";--> statement-breakpoint
DROP INDEX "case_mails_to_reporters";--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_appellant_id_users_id_fk" FOREIGN KEY ("appellant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_once_per_appellant" ON "appeals" USING btree ("case_id","appellant_id");--> statement-breakpoint
CREATE INDEX "appeals_by_appellant" ON "appeals" USING btree ("appellant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "case_mails_to_reporters_by_case" ON "case_mails" USING btree ("report_id","case_id","kind") WHERE "case_mails"."report_id" is not null;--> statement-breakpoint
ALTER TABLE "case_mails" ADD CONSTRAINT "case_mails_kind_known" CHECK ("case_mails"."kind" in ('report-received', 'report-decided', 'decision-made', 'decision-changed', 'appeal-received', 'appeal-decided')) NOT VALID;