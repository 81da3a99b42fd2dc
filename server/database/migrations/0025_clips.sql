CREATE TABLE "clip_uses" (
	"subject_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"clip_id" uuid NOT NULL,
	"transcript" text,
	CONSTRAINT "clip_uses_subject_id_position_pk" PRIMARY KEY("subject_id","position"),
	CONSTRAINT "clip_uses_position" CHECK ("clip_uses"."position" between 1 and 6),
	CONSTRAINT "clip_uses_transcript_length" CHECK (char_length("clip_uses"."transcript") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "clips" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"bytes" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"width" integer,
	"height" integer,
	"owner_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clips_kind_known" CHECK ("clips"."kind" in ('sound', 'video')),
	CONSTRAINT "clips_format_known" CHECK ("clips"."format" in ('mp3', 'm4a', 'ogg', 'wav', 'mp4', 'webm')),
	CONSTRAINT "clips_have_a_size" CHECK ("clips"."bytes" > 0 and "clips"."duration_ms" > 0)
);
--> statement-breakpoint
ALTER TABLE "disputes" DROP CONSTRAINT "disputes_cause_known";--> statement-breakpoint
ALTER TABLE "clip_uses" ADD CONSTRAINT "clip_uses_clip_id_clips_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."clips"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clip_uses_by_clip" ON "clip_uses" USING btree ("clip_id");--> statement-breakpoint
CREATE INDEX "clips_by_age" ON "clips" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "clips_by_owner" ON "clips" USING btree ("owner_id","created_at");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_cause_known" CHECK ("disputes"."cause" in ('return-contested', 'not-received', 'not-as-described', 'sent-back', 'no-place', 'chargeback')) NOT VALID;