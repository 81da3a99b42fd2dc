CREATE TABLE "account_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"identity_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_identity_id_auth_users_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_mails_to_send" ON "account_mails" USING btree ("tried_at" NULLS FIRST) WHERE "account_mails"."sent_at" is null and "account_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "account_mails_by_identity" ON "account_mails" USING btree ("identity_id");