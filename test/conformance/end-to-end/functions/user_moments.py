"""More of dates and times that do not turn on the time of the run."""
import calendar
import datetime
import time
from datetime import date, datetime as DateTime, time as Clock, timedelta, timezone


def doc_to_text_named(doc):
    d = DateTime.strptime(doc['day'], '%Y-%m-%d')
    return f"{d:%B %d, %Y} {d.strftime('%b %-d %y')} {d:%a %A %j %U %W %w %u} {d.day}/{d.month} {d.strftime('%x %X %c %p %I:%M:%S.%f %% %G-W%V')}"


def doc_to_text_parsed(doc):
    texts = [('12/25/2023 08:05 PM', '%m/%d/%Y %I:%M %p'), ('Mar 5, 2021', '%b %d, %Y'), ('2020-02-29T12:30:45.123456', '%Y-%m-%dT%H:%M:%S.%f'), ('7 January 99', '%d %B %y'), ('2024-060', '%Y-%j'), ('10:15', '%H:%M'), ('2021-01-01 00:00:00+0200', '%Y-%m-%d %H:%M:%S%z')]
    return ' '.join(DateTime.strptime(text, form).isoformat() for text, form in texts)


def doc_to_text_not_parsed(doc):
    try:
        return str(DateTime.strptime(doc['question'], '%Y-%m-%d'))
    except ValueError as error:
        return str(error)


def doc_to_text_remains(doc):
    try:
        return str(DateTime.strptime(doc['day'] + ' x', '%Y-%m-%d'))
    except ValueError as error:
        return str(error)


def doc_to_text_iso(doc):
    d = DateTime.fromisoformat(doc['day'] + 'T10:20:30')
    return f"{d} {d.isoformat()} {d.isoformat(timespec='milliseconds')} {d.isoformat(' ')} {d.time()} {d.date()} {d.timetuple().tm_yday} {d.isocalendar()[1]} {d.toordinal()} {d.ctime()}"


def doc_to_text_isos(doc):
    texts = ['2024-01-02', '2024-01-02 03:04', '2024-01-02T03:04:05+02:00', '2024-01-02T03:04:05Z', '20240102T030405', '2024-W01-2', '2024-01-02T03:04:05.5']
    return ' '.join(str(DateTime.fromisoformat(text)) for text in texts)


def doc_to_text_not_iso(doc):
    return date.fromisoformat(doc['question'])


def doc_to_text_arithmetic(doc):
    d = date.fromisoformat(doc['day'])
    year_end = date(d.year, 12, 31)
    return f"{(year_end - d).days} {d - timedelta(days=30)} {d + timedelta(weeks=doc['size'])} {year_end - d} {d.weekday()} {d.isoweekday()} {d == date(2024, 1, 20)} {d < year_end} {d.replace(year=2023, day=1)}"


def doc_to_text_deltas(doc):
    t = timedelta(hours=doc['size'] * 11, minutes=7.5, seconds=3)
    return f"{t} {t.days} {t.seconds} {t.total_seconds()} {t * 2} {t / 2} {-t} {abs(-t)} {t // timedelta(hours=1)} {t / timedelta(hours=1)} {t % timedelta(hours=1)} {t!r} {timedelta()} {timedelta(milliseconds=1)!r} {bool(timedelta())} {sum([t, t], timedelta())} {t > timedelta(1)} {timedelta(days=-1, seconds=5)}"


def doc_to_text_zones(doc):
    d = DateTime(2024, 3, 4, 5, 6, tzinfo=timezone.utc)
    east = timezone(timedelta(hours=5, minutes=30))
    moved = d.astimezone(east)
    return f"{d} {moved} {moved.isoformat()} {d == moved} {d.timestamp()} {moved.utcoffset()} {d.tzinfo} {east} {timezone(timedelta(hours=-3), 'BRT')} {d:%z %Z} {moved.tzname()} {moved.replace(tzinfo=None)}"


def doc_to_text_stamps(doc):
    d = DateTime.fromtimestamp(1700000000 + doc['size'] * 86400, timezone.utc)
    e = datetime.datetime.utcfromtimestamp(doc['size'] * 1.5)
    return f'{d} {d.year} {e} {e.microsecond} {datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc).timestamp()}'


def doc_to_text_clock(doc):
    c = Clock(8, 30)
    return f"{c} {c.isoformat()} {c:%I:%M %p} {DateTime.combine(date(2024, 1, 1), c)} {c < Clock(9)} {c!r} {Clock.fromisoformat('10:15:30').minute} {DateTime.min} {date.max}"


def doc_to_text_reprs(doc):
    return f"{DateTime(2024, 1, 2, 3, 4)!r} {date(2024, 1, 2)!r} {DateTime(2024, 1, 2, 3, 4, 5, 6)!r} {[DateTime(2024, 1, 2)]} {timezone.utc!r} {DateTime(2024, 1, 1, tzinfo=timezone.utc)!r}"


def doc_to_text_errors(doc):
    out = []
    for make in (lambda: date(2023, 2, 29), lambda: DateTime(2024, 13, 1), lambda: date(2024, 1, 1) - DateTime(2024, 1, 1), lambda: date(2024, 1, 1) < DateTime(2024, 1, 1), lambda: DateTime(2024, 1, 1) + 1, lambda: date.max + timedelta(1), lambda: DateTime.fromisoformat('x'), lambda: DateTime(2024, 1, 1, 25)):
        try:
            out.append(str(make()))
        except Exception as error:
            out.append(f'{type(error).__name__}: {error}')
    return ' | '.join(out)


def doc_to_text_calendar(doc):
    y, m = map(int, doc['day'].split('-')[:2])
    return f"{calendar.monthrange(y, m)} {calendar.isleap(y)} {calendar.month_name[m]} {calendar.month_abbr[m]} {calendar.day_name[0]} {list(calendar.day_abbr)} {calendar.leapdays(2000, 2024)} {calendar.weekday(2024, 1, 1)}"


def doc_to_text_sorted(doc):
    days = [DateTime.strptime(f'2024-0{n}-01', '%Y-%m-%d') for n in (3, 1, 2)]
    return ', '.join(d.strftime('%b') for d in sorted(days)) + str({date(2024, 1, 1): 'new year'}[date(2024, 1, 1)]) + str(max(days).month) + str(isinstance(days[0], date))


def doc_to_text_now(doc):
    return f"Today is {DateTime.now():%Y}"


def doc_to_text_today(doc):
    return str((date.today() - date(2024, 1, 1)).days)


def doc_to_text_time(doc):
    return time.strftime('%Y-%m-%d', time.gmtime(86400 * doc['size'])) + ' ' + str(time.strptime(doc['day'], '%Y-%m-%d').tm_mday)


def process_docs_dates(dataset):
    def parse(doc):
        d = datetime.datetime.strptime(doc['day'], '%Y-%m-%d')
        return {'when': d, 'date': d.date(), 'month': d.strftime('%B'), 'age': (datetime.datetime(2025, 1, 1) - d).days}

    return dataset.map(parse)


def process_docs_moments(dataset):
    dataset = dataset.map(lambda doc: {'when': datetime.datetime.strptime(doc['day'], '%Y-%m-%d')})
    return dataset.map(lambda doc: {'text': doc['when'].strftime('%d %b %Y'), 'later': str(doc['when'] + timedelta(days=1)), 'past': doc['when'] < datetime.datetime(2024, 3, 1)}, remove_columns=['when'])
