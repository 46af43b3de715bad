"""Dates that do not turn on the time of the run."""
import calendar
import datetime as dt
from datetime import date, datetime, timedelta, timezone


def doc_to_text_parsed(doc):
    day = datetime.strptime(doc['day'], '%Y-%m-%d')
    return f"{day:%d.%m.%Y} {day.strftime('%A, %B %d, %Y')} {day.isoformat()} {day.year} {day.weekday()} {day.date()}"


def doc_to_text_delta(doc):
    day = date.fromisoformat(doc['day'])
    later = day + timedelta(days=doc['size'], weeks=1)
    return f'{later} {(later - day).days} {later > day} {later - day} {day.replace(day=1)} {later.isoweekday()}'


def doc_to_text_constructed(doc):
    moment = dt.datetime(2024, 2, 29, 13, 5, 7)
    return f"{moment} {moment.strftime('%I:%M %p')} {moment + dt.timedelta(hours=12)} {moment.timestamp() if False else ''} {moment.date().isoformat()} {moment!r}"


def doc_to_text_stamp(doc):
    moment = datetime.fromtimestamp(86400 * doc['size'], tz=timezone.utc)
    return f"{moment.isoformat()} {moment:%H:%M} {timedelta(seconds=3661)} {calendar.month_name[moment.month]}"


def doc_to_text_between(doc):
    start = datetime.strptime(doc['day'] + ' 08:30', '%Y-%m-%d %H:%M')
    end = datetime(2025, 1, 1)
    return f'{(end - start).days} {(end - start).total_seconds()} {min(start, end).isoformat(sep=" ", timespec="minutes")}'


def doc_to_text_wrong(doc):
    return datetime.strptime(doc['level'], '%Y').isoformat()
