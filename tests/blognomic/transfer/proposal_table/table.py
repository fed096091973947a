"""A small table of proposals, of our own: three dynasties of six people under two laws."""

HEADING = "title,proposer,postedDate,status,admin,closedDate,lifespan,comments,dynasty"
ROWS = """\
"Lamps in the hall",Ashby,"03 Mar  2022 09:00:00",Enacted,Corin,"05 Mar 2022  10:00:00",49,5,3
Fewer lamps,Bryn,"03 Mar  2022 12:00:00",Failed,Corin,"05 Mar 2022  12:30:00",48,6,3
Better lamps,Della,"04 Mar  2022 08:00:00",Enacted,?,"05 Mar 2022  06:00:00",22,7,3
"[Core] Counting twice",Corin,"06 Mar  2022 08:00:00",Vetoed,Bryn,"06 Mar 2022  20:00:00",12,4,3
Oil,Edda,"07 Mar  2022 08:00:00",Illegal,Corin,"07 Mar 2022  09:00:00",1,2,3
Wicks,Fenn,"08 Mar  2022 08:00:00",Enacted,Corin,"08 Mar 2022  08:04:00",0,0,3
"A tall, ""tall"" mast",Ashby,"01 Apr  2022 08:00:00",Failed,Bryn,"03 Apr 2022  09:00:00",49,1,4
Sails,Bryn,"02 Apr  2022 08:00:00",Enacted,Bryn,"03 Apr 2022  19:00:00",35,9,4
More sails,Della,"03 Apr  2022 08:00:00",Enacted,Bryn,"05 Apr 2022  19:00:00",59,3,4
No sails at all,ashby,"04 Apr  2022 08:00:00",Failed,Bryn,"05 Apr 2022  19:30:00",36,8,4
Ropes,Ashby,"10 May  2023 08:00:00",Enacted,Corin,"11 May 2023  19:00:00",35,6,6
"[Appendix] Ropes, spelt",Corin,"11 May  2023 08:00:00",Enacted,Ashby,"13 May 2023  19:00:00",59,7,6
Knots,Della,"12 May  2023 08:00:00",Failed,Ashby,"14 May 2023  19:00:00",59,4,6
Last words,Corin,"13 May  2023 08:00:00",Open,-,,-1,3,6
"""
SMALL = f"{HEADING}\n{ROWS}\n"
LENGTHS = '"1","10"\n"2","20"\n"3","30"\n"4","25"\n"5","9"\n"6","12"\n'


def with_row(row: str) -> bytes:
    """The table with one more row, which begins in line 16."""
    return f"{HEADING}\n{ROWS}{row}\n".encode()
