CREATE TABLE "case_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"report_id" uuid,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text,
	CONSTRAINT "case_mails_kind_known" CHECK ("case_mails"."kind" in ('report-received', 'report-decided', 'decision-made', 'appeal-received', 'appeal-decided'))
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"product_id" uuid,
	"state" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"reported" jsonb,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"outcome" text,
	"ground_kind" text,
	"ground" text,
	"facts" text,
	"suspended_until" timestamp with time zone,
	"appeal_side" text,
	"appealed_by" uuid,
	"appeal" text,
	"appealed_at" timestamp with time zone,
	"appeal_decided_by" uuid,
	"appeal_decided_at" timestamp with time zone,
	"appeal_reason" text,
	"reopens" uuid,
	CONSTRAINT "cases_subject_kind_known" CHECK ("cases"."subject_kind" in ('product', 'picture', 'message', 'review', 'user')),
	CONSTRAINT "cases_state_known" CHECK ("cases"."state" in ('open', 'decided', 'void', 'appealed', 'upheld', 'reversed')),
	CONSTRAINT "cases_outcome_known" CHECK ("cases"."outcome" in ('dismissed', 'warned', 'hidden', 'removed', 'limited', 'suspended')),
	CONSTRAINT "cases_ground_kind_known" CHECK ("cases"."ground_kind" in ('law', 'rules')),
	CONSTRAINT "cases_appeal_side_known" CHECK ("cases"."appeal_side" in ('subject', 'reporter')),
	CONSTRAINT "cases_decided_has_an_outcome" CHECK (("cases"."state" in ('open', 'void')) = ("cases"."outcome" is null) and ("cases"."outcome" is null) = ("cases"."decided_at" is null) and ("cases"."outcome" is not null or "cases"."facts" is null)),
	CONSTRAINT "cases_decision_has_a_ground" CHECK (("cases"."ground_kind" is null) = ("cases"."ground" is null) and ("cases"."outcome" = 'dismissed' or "cases"."outcome" is null or "cases"."ground" is not null)),
	CONSTRAINT "cases_only_suspensions_end" CHECK ("cases"."suspended_until" is null or "cases"."outcome" = 'suspended'),
	CONSTRAINT "cases_appealed_has_a_side" CHECK (("cases"."state" in ('appealed', 'upheld', 'reversed')) = ("cases"."appeal_side" is not null) and ("cases"."appeal_side" is null) = ("cases"."appealed_at" is null)),
	CONSTRAINT "cases_appeal_decided_has_a_time" CHECK (("cases"."state" in ('upheld', 'reversed')) = ("cases"."appeal_decided_at" is not null)),
	CONSTRAINT "cases_text_lengths" CHECK (char_length("cases"."ground") between 1 and 200 and char_length("cases"."facts") between 1 and 5000 and char_length("cases"."appeal") between 1 and 5000 and char_length("cases"."appeal_reason") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"reporter_id" uuid,
	"name" text,
	"email" text,
	"language" text,
	"reason" text NOT NULL,
	"explanation" text,
	"law" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reports_reason_known" CHECK ("reports"."reason" in ('fraud', 'counterfeit', 'stolen', 'misleading', 'harassment', 'privacy', 'child-safety', 'illegal', 'spam', 'other')),
	CONSTRAINT "reports_by_user_or_guest" CHECK ("reports"."reporter_id" is null or "reports"."name" is null and "reports"."email" is null),
	CONSTRAINT "reports_text_lengths" CHECK (char_length("reports"."explanation") between 1 and 5000 and char_length("reports"."law") between 1 and 200 and char_length("reports"."name") between 1 and 120 and char_length("reports"."email") between 1 and 254)
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "hidden_widths" integer[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hidden_for" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "case_mails" ADD CONSTRAINT "case_mails_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_mails" ADD CONSTRAINT "case_mails_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_appealed_by_users_id_fk" FOREIGN KEY ("appealed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_appeal_decided_by_users_id_fk" FOREIGN KEY ("appeal_decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_reopens_cases_id_fk" FOREIGN KEY ("reopens") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_mails_to_person" ON "case_mails" USING btree ("case_id","kind") WHERE "case_mails"."report_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "case_mails_to_reporters" ON "case_mails" USING btree ("report_id","kind") WHERE "case_mails"."report_id" is not null;--> statement-breakpoint
CREATE INDEX "case_mails_to_send" ON "case_mails" USING btree ("tried_at" NULLS FIRST) WHERE "case_mails"."sent_at" is null and "case_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "case_mails_given_up" ON "case_mails" USING btree ("id" DESC NULLS FIRST) WHERE "case_mails"."dropped_at" is not null and "case_mails"."last_fault" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_one_open_per_subject" ON "cases" USING btree ("subject_kind","subject_id") WHERE "cases"."state" = 'open';--> statement-breakpoint
CREATE INDEX "cases_waiting" ON "cases" USING btree ("id") WHERE "cases"."state" in ('open', 'appealed');--> statement-breakpoint
CREATE INDEX "cases_by_state" ON "cases" USING btree ("state","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "cases_by_person" ON "cases" USING btree ("person_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "cases_by_decision" ON "cases" USING btree ("decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_reference" ON "reports" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once_per_user" ON "reports" USING btree ("case_id","reporter_id") WHERE "reports"."reporter_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once_per_guest" ON "reports" USING btree ("case_id",lower("email")) WHERE "reports"."email" is not null;--> statement-breakpoint
CREATE INDEX "reports_by_case" ON "reports" USING btree ("case_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_by_guest" ON "reports" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_hidden" ON "products" USING btree ("seller_id","id" DESC NULLS FIRST) WHERE "products"."hidden_for" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_suspended" ON "users" USING btree ("suspended_until") WHERE "users"."suspended_until" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_hidden_for_known" CHECK ("products"."hidden_for" in ('hidden', 'removed', 'suspended')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_hidden_is_off_sale" CHECK ("products"."hidden_for" is null or "products"."status" = 'sold' or "products"."withdrawn_at" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_suspension_has_a_beginning" CHECK ("users"."suspended_until" is null or "users"."suspended_at" is not null) NOT VALID;